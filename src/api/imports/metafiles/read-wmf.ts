import { MetafileCanvas, type Point } from './metafile-canvas.ts'
import { brushOf, colorAt, type DrawObject, fontOf, ObjectTable, penOf } from './metafile-objects.ts'
import { combined, isMask, readBitmap } from './read-bitmap.ts'
import type { DrawnMetafile } from './read-emf.ts'

const mostRecords = 200_000

/** A record: its parameters, as words of 16 bits. */
interface WmfRecord {
  readonly view: DataView
  readonly bytes: Uint8Array
  /** The word at this position; 0 after the end. */
  word(index: number): number
}

type Draw = (record: WmfRecord, canvas: MetafileCanvas) => void

/** A point whose second coordinate comes first, as in most records. */
const pointAt = ({ word }: WmfRecord, index: number): Point => ({ x: word(index + 1), y: word(index) })

/** As many points as are in the record: a small file may announce any number. */
function pointsAt({ bytes, word }: WmfRecord, index: number, count: number): Point[] {
  const present = Math.floor((bytes.byteLength / 2 - index) / 2)
  return Array.from({ length: Math.max(0, Math.min(count, present)) }, (_, at) => ({
    x: word(index + at * 2),
    y: word(index + at * 2 + 1),
  }))
}

const rectangle =
  (first: number): Draw =>
  ({ word }, canvas) => {
    const [bottom, right, top, left] = [0, 1, 2, 3].map((at) => word(first + at)) as [number, number, number, number]
    const corners = [
      { x: left, y: top },
      { x: right, y: top },
      { x: right, y: bottom },
      { x: left, y: bottom },
    ]
    canvas.draw(canvas.polygon(corners, true), true)
  }

const many: Draw = (record, canvas) => {
  const count = Math.min(record.word(0), record.bytes.byteLength / 2)
  let at = 1 + count
  const paths: string[] = []
  for (let index = 0; index < count; index++) {
    const length = record.word(1 + index)
    paths.push(canvas.polygon(pointsAt(record, at, length), true))
    at += Math.max(0, length) * 2
  }
  canvas.draw(paths.join(''), true)
}

/** Letters of Western Windows. */
const lettersOf = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

const textOut: Draw = (record, canvas) => {
  const length = record.word(0)
  const end = 2 + length + (length % 2)
  if (length <= 0 || end + 4 > record.bytes.byteLength) return
  canvas.text(lettersOf(record.bytes.subarray(2, 2 + length)), pointAt(record, end / 2))
}

/** The sum of the widths of letters, which may follow them; null if they don't. */
function advanceOf({ bytes, word }: WmfRecord, from: number, count: number): number | null {
  const first = (from + count + (count % 2)) / 2
  if ((first + count) * 2 > bytes.byteLength) return null
  let sum = 0
  for (let index = 0; index < count; index++) sum += word(first + index)
  return sum
}

const extTextOut: Draw = (record, canvas) => {
  const [length, options] = [record.word(2), record.word(3)]
  const from = (options & 6) === 0 ? 8 : 16
  if (length <= 0 || from + length > record.bytes.byteLength) return
  canvas.text(
    lettersOf(record.bytes.subarray(from, from + length)),
    pointAt(record, 0),
    advanceOf(record, from, length),
  )
}

function setWindow({ word }: WmfRecord, canvas: MetafileCanvas, part: 'origin' | 'size'): void {
  const [y, x] = [word(0), word(1)]
  const { window } = canvas.state
  canvas.set({ window: part === 'origin' ? { ...window, x, y } : { ...window, width: x, height: y } })
}

const draws: Readonly<Record<number, Draw>> = {
  30: (_, canvas) => canvas.save(),
  295: ({ word }, canvas) => canvas.restore(word(0)),
  262: ({ word }, canvas) => canvas.set({ fillRule: word(0) === 2 ? 'nonzero' : 'evenodd' }),
  302: ({ word }, canvas) => canvas.set({ textAlign: word(0) }),
  521: ({ view }, canvas) => canvas.set({ textColor: colorAt(view, 0) }),
  523: (record, canvas) => setWindow(record, canvas, 'origin'),
  524: (record, canvas) => setWindow(record, canvas, 'size'),
  531: (record, canvas) => {
    const at = pointAt(record, 0)
    canvas.draw(canvas.polygon([canvas.state.at, at], false), false)
    canvas.set({ at })
  },
  532: (record, canvas) => canvas.set({ at: pointAt(record, 0) }),
  804: (record, canvas) => canvas.draw(canvas.polygon(pointsAt(record, 1, record.word(0)), true), true),
  805: (record, canvas) => canvas.draw(canvas.polygon(pointsAt(record, 1, record.word(0)), false), false),
  1048: ({ word }, canvas) => canvas.draw(canvas.ellipse(word(3), word(2), word(1), word(0)), true),
  1051: rectangle(0),
  1313: textOut,
  1336: many,
  1564: rectangle(2),
  1565: ({ view, word }, canvas) =>
    canvas.fillBox(
      { x: word(5), y: word(4), width: word(3), height: word(2) },
      view.byteLength < 12 ? 0 : view.getUint32(0, true),
    ),
  2610: extTextOut,
}

function fontAt({ view, bytes, word }: WmfRecord): DrawObject {
  const name = lettersOf(bytes.subarray(18, 50)).replace(/\0[\s\S]*$/, '')
  return {
    font: fontOf({
      ...{ height: word(0), turn: word(2), weight: word(4), name },
      ...{ italic: view.getUint8(10) !== 0, underline: view.getUint8(11) !== 0 },
    }),
  }
}

/** Objects of kinds that are not drawn with; they count when objects are numbered. */
const others: readonly number[] = [0x00f7, 0x01f9, 0x06ff]
/** What patterns of dots look like from afar. */
const patternColor = '#808080'

/** Objects that records make and select. True if the record is one of them. */
function handleObject(type: number, record: WmfRecord, objects: ObjectTable, canvas: MetafileCanvas): boolean {
  if (type === 0x012d) objects.select(record.word(0), canvas)
  else if (type === 0x01f0) objects.remove(record.word(0))
  else if (type === 0x02fa) objects.add({ pen: penOf(record.word(0), record.word(1), colorAt(record.view, 6)) })
  else if (type === 0x02fb) objects.add(fontAt(record))
  else if (type === 0x02fc) objects.add({ brush: brushOf(record.word(0), colorAt(record.view, 2)) })
  else if (type === 0x0142) objects.add({ brush: patternColor })
  else if (others.includes(type)) objects.add({})
  else return false
  return true
}

/** Where records have a picture, in bytes, and the height in its box, in words. */
const bitmapPlaces: Readonly<Record<number, { readonly bits: number; readonly box: number }>> = {
  2368: { bits: 16, box: 4 },
  2881: { bits: 20, box: 6 },
  3907: { bits: 22, box: 7 },
}

function drawBitmap(type: number, { bytes, view, word }: WmfRecord, canvas: MetafileCanvas): void {
  const places = bitmapPlaces[type]
  if (!places || bytes.byteLength < places.bits + 40) return
  const operation = view.getUint32(0, true)
  if (isMask(operation)) return
  const { bits, box } = places
  const [head, depth] = [view.getUint32(bits, true), view.getUint16(bits + 14, true)]
  const colors = depth <= 8 ? view.getUint32(bits + 32, true) || 1 << depth : 0
  const size = head + colors * 4
  if (head < 40 || head > 200 || colors > 256 || bits + size > bytes.byteLength) return
  const read = readBitmap(bytes.subarray(bits, bits + size), bytes.subarray(bits + size))
  const bitmap = read && combined(read, operation)
  if (bitmap) canvas.bitmap(bitmap, { x: word(box + 3), y: word(box + 2), width: word(box + 1), height: word(box) })
}

const placeableKey = 0x9ac6cdd7

/** Whether these bytes are an older metafile. */
export function isWmf(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 40) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(0, true) === placeableKey || (view.getUint16(0, true) <= 2 && view.getUint16(2, true) === 9)
}

function recordAt(bytes: Uint8Array, from: number, length: number): WmfRecord {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, length)
  const own = bytes.subarray(from, from + length)
  return { view, bytes: own, word: (index) => (index * 2 + 2 <= length ? view.getInt16(index * 2, true) : 0) }
}

/** Draws an older metafile. Null if there is nothing to draw. Throws for damaged and huge ones. */
export function readWmf(bytes: Uint8Array): DrawnMetafile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isPlaceable = view.getUint32(0, true) === placeableKey
  const canvas = new MetafileCanvas()
  const objects = new ObjectTable()
  let window: { x: number; y: number; width: number; height: number } | null = null
  if (isPlaceable) {
    const [x, y, right, bottom] = [6, 8, 10, 12].map((at) => view.getInt16(at, true)) as [
      number,
      number,
      number,
      number,
    ]
    window = { x, y, width: right - x, height: bottom - y }
  }
  let at = isPlaceable ? 40 : 18
  for (let count = 0; at + 6 <= bytes.byteLength && count < mostRecords; count++) {
    const [size, type] = [view.getUint32(at, true) * 2, view.getUint16(at + 4, true)]
    if (size < 6 || at + size > bytes.byteLength || type === 0) break
    const record = recordAt(bytes, at + 6, size - 6)
    at += size
    if (handleObject(type, record, objects, canvas)) continue
    drawBitmap(type, record, canvas)
    draws[type]?.(record, canvas)
    const { width, height } = canvas.state.window
    if (type === 0x020c && canvas.state.viewport === null && width !== 0 && height !== 0) {
      // The first window is the drawing. Its sides may run to the left and upward.
      window = { x: 0, y: 0, width: Math.abs(width), height: Math.abs(height) }
      canvas.set({ viewport: window })
    }
  }
  if (!window || window.width <= 0 || window.height <= 0 || canvas.isEmpty) return null
  return { svg: canvas.svg(window), bitmaps: canvas.bitmaps, words: canvas.words }
}
