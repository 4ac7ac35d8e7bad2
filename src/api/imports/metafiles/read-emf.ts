import { type Matrix, MetafileCanvas, multiplied, type Point } from './metafile-canvas.ts'
import { brushOf, colorAt, type DrawObject, fontOf, ObjectTable, penOf } from './metafile-objects.ts'
import { type Bitmap, combined, isMask, readBitmap } from './read-bitmap.ts'

/** A metafile as a drawing; pictures in it have addresses such as `bitmap:0`. */
export interface DrawnMetafile {
  readonly svg: string
  readonly bitmaps: readonly Bitmap[]
  readonly words: string
}

/** Most records of a file, and points of one record. */
const [mostRecords, mostPoints] = [200_000, 50_000]

/** Reads the values of a record; positions are those in the record. */
class EmfRecord {
  readonly view: DataView
  readonly bytes: Uint8Array
  readonly canvas: MetafileCanvas

  constructor(view: DataView, bytes: Uint8Array, canvas: MetafileCanvas) {
    this.view = view
    this.bytes = bytes
    this.canvas = canvas
  }

  int(at: number): number {
    return this.view.getInt32(at, true)
  }

  point(at: number): Point {
    return { x: this.int(at), y: this.int(at + 4) }
  }

  /** A list of points of 16 or 32 bits. */
  points(at: number, count: number, isShort: boolean): Point[] {
    return Array.from({ length: Math.max(0, Math.min(count, mostPoints)) }, (_, index) =>
      isShort
        ? { x: this.view.getInt16(at + index * 4, true), y: this.view.getInt16(at + index * 4 + 2, true) }
        : this.point(at + index * 8),
    )
  }
}

type Draw = (record: EmfRecord, canvas: MetafileCanvas) => void

const points = (record: EmfRecord, isShort: boolean) => record.points(28, record.int(24), isShort)

/** Curves through points: three for each, from the present point or the first. */
function curves(list: readonly Point[], canvas: MetafileCanvas, begins: boolean): void {
  const [first] = list
  if (!first) return
  const rest = begins ? list.slice(1) : list
  const parts: string[] = [`M${canvas.written(begins ? first : canvas.state.at)}`]
  for (let index = 0; index + 2 < rest.length; index += 3) {
    parts.push(`C${[0, 1, 2].map((at) => canvas.written(rest[index + at]!)).join(' ')}`)
  }
  const isInPath = canvas.path !== null && canvas.path !== '' && !begins
  canvas.draw(isInPath ? parts.slice(1).join('') : parts.join(''), false)
  canvas.set({ at: list.at(-1)! })
}

function lineTo(list: readonly Point[], canvas: MetafileCanvas): void {
  if (list.length === 0) return
  const lines = list.map((point) => `L${canvas.written(point)}`).join('')
  const isInPath = canvas.path !== null && canvas.path !== ''
  canvas.draw(isInPath ? lines : `M${canvas.written(canvas.state.at)}${lines}`, false)
  canvas.set({ at: list.at(-1)! })
}

function manyPolygons(record: EmfRecord, canvas: MetafileCanvas, isShort: boolean, closed: boolean): void {
  const count = Math.min(record.int(24), mostPoints)
  let at = 32 + count * 4
  const paths: string[] = []
  for (let index = 0; index < count; index++) {
    const length = record.int(32 + index * 4)
    paths.push(canvas.polygon(record.points(at, length, isShort), closed))
    at += Math.max(0, length) * (isShort ? 4 : 8)
  }
  canvas.draw(paths.join(''), closed)
}

function box(record: EmfRecord, at: number) {
  return { left: record.int(at), top: record.int(at + 4), right: record.int(at + 8), bottom: record.int(at + 12) }
}

const rectangle: Draw = (record, canvas) => {
  const { left, top, right, bottom } = box(record, 8)
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
  canvas.draw(canvas.polygon(corners, true), true)
}

function endPath(canvas: MetafileCanvas, fills: boolean, strokes: boolean): void {
  const { path } = canvas
  canvas.path = null
  collected.delete(canvas)
  if (path !== null) canvas.draw(path, fills, strokes)
}

/** Paths that are complete, until something draws or drops them. */
const collected = new WeakMap<MetafileCanvas, string>()

function drawCollected(canvas: MetafileCanvas, fills: boolean, strokes: boolean): void {
  canvas.path ??= collected.get(canvas) ?? null
  endPath(canvas, fills, strokes)
}

/** Options of texts: their letters are numbers of a font's glyphs, and each width has a height beside it. */
const [glyphNumbers, hasHeights] = [0x10, 0x2000]

/** The sum of the widths of letters; null if the record has none. */
function advanceOf(record: EmfRecord, count: number): number | null {
  const size = record.bytes.byteLength
  const from = size < 76 ? 0 : record.int(72)
  const step = (record.int(52) & hasHeights) === 0 ? 4 : 8
  if (from < 76 || from + count * step > size) return null
  let sum = 0
  for (let index = 0; index < count; index++) sum += record.int(from + index * step)
  return sum
}

function text(record: EmfRecord, canvas: MetafileCanvas): void {
  const [at, count, offset] = [record.point(36), Math.min(record.int(44), mostPoints), record.int(48)]
  if (count <= 0 || offset < 8 || offset + count * 2 > record.bytes.byteLength) return
  // Without the font, these would be other letters.
  if ((record.int(52) & glyphNumbers) !== 0) return
  const words = Buffer.from(record.bytes.subarray(offset, offset + count * 2)).toString('utf16le')
  canvas.text(words.replaceAll(/\p{Cc}/gu, ''), at, advanceOf(record, count))
}

function matrixAt(record: EmfRecord): Matrix {
  const at = (index: number) => record.view.getFloat32(8 + index * 4, true)
  const matrix: Matrix = [at(0), at(1), at(2), at(3), at(4), at(5)]
  return matrix.every(Number.isFinite) ? matrix : [1, 0, 0, 1, 0, 0]
}

function changeWorld(record: EmfRecord, canvas: MetafileCanvas): void {
  const mode = record.int(32)
  const { world } = canvas.state
  const given = matrixAt(record)
  if (mode === 1) canvas.set({ world: [1, 0, 0, 1, 0, 0] })
  else if (mode === 2) canvas.set({ world: multiplied(given, world) })
  else if (mode === 3) canvas.set({ world: multiplied(world, given) })
  else canvas.set({ world: given })
}

/** Sets a part of the window or the viewport. */
function setArea(
  record: EmfRecord,
  canvas: MetafileCanvas,
  name: 'window' | 'viewport',
  part: 'origin' | 'size',
): void {
  const { x, y } = record.point(8)
  const { window } = canvas.state
  const area = canvas.state[name] ?? { x: 0, y: 0, width: window.width, height: window.height }
  canvas.set({ [name]: part === 'origin' ? { ...area, x, y } : { ...area, width: x, height: y } })
}

const draws: Readonly<Record<number, Draw>> = {
  2: (record, canvas) => curves(points(record, false), canvas, true),
  3: (record, canvas) => canvas.draw(canvas.polygon(points(record, false), true), true),
  4: (record, canvas) => canvas.draw(canvas.polygon(points(record, false), false), false),
  5: (record, canvas) => curves(points(record, false), canvas, false),
  6: (record, canvas) => lineTo(points(record, false), canvas),
  7: (record, canvas) => manyPolygons(record, canvas, false, false),
  8: (record, canvas) => manyPolygons(record, canvas, false, true),
  9: (record, canvas) => setArea(record, canvas, 'window', 'size'),
  10: (record, canvas) => setArea(record, canvas, 'window', 'origin'),
  11: (record, canvas) => setArea(record, canvas, 'viewport', 'size'),
  12: (record, canvas) => setArea(record, canvas, 'viewport', 'origin'),
  19: (record, canvas) => canvas.set({ fillRule: record.int(8) === 2 ? 'nonzero' : 'evenodd' }),
  22: (record, canvas) => canvas.set({ textAlign: record.int(8) }),
  24: (record, canvas) => canvas.set({ textColor: colorAt(record.view, 8) }),
  27: (record, canvas) => {
    canvas.set({ at: record.point(8) })
    if (canvas.path !== null) canvas.draw(`M${canvas.written(record.point(8))}`, false)
  },
  33: (_, canvas) => canvas.save(),
  34: (record, canvas) => canvas.restore(record.int(8)),
  35: (record, canvas) => canvas.set({ world: matrixAt(record) }),
  36: changeWorld,
  42: (record, canvas) => {
    const { left, top, right, bottom } = box(record, 8)
    canvas.draw(canvas.ellipse(left, top, right, bottom), true)
  },
  43: rectangle,
  44: rectangle,
  54: (record, canvas) => lineTo([record.point(8)], canvas),
  59: (_, canvas) => {
    canvas.path = ''
  },
  60: (_, canvas) => {
    if (canvas.path !== null) collected.set(canvas, canvas.path)
    canvas.path = null
  },
  61: (_, canvas) => {
    if (canvas.path !== null) canvas.path += 'Z'
  },
  62: (_, canvas) => drawCollected(canvas, true, false),
  63: (_, canvas) => drawCollected(canvas, true, true),
  64: (_, canvas) => drawCollected(canvas, false, true),
  84: text,
  85: (record, canvas) => curves(points(record, true), canvas, true),
  86: (record, canvas) => canvas.draw(canvas.polygon(points(record, true), true), true),
  87: (record, canvas) => canvas.draw(canvas.polygon(points(record, true), false), false),
  88: (record, canvas) => curves(points(record, true), canvas, false),
  89: (record, canvas) => lineTo(points(record, true), canvas),
  90: (record, canvas) => manyPolygons(record, canvas, true, false),
  91: (record, canvas) => manyPolygons(record, canvas, true, true),
}

/** Objects that every file has, by their numbers. */
const stockObjects: Readonly<Record<number, DrawObject>> = {
  ...{ 0: { brush: '#ffffff' }, 1: { brush: '#c0c0c0' }, 2: { brush: '#808080' }, 3: { brush: '#404040' } },
  ...{ 4: { brush: '#000000' }, 5: { brush: null }, 6: { pen: { color: '#ffffff', width: 0, dash: '' } } },
  ...{ 7: { pen: { color: '#000000', width: 0, dash: '' } }, 8: { pen: { color: null, width: 0, dash: '' } } },
}

function fontAt(record: EmfRecord): DrawObject {
  const { view, bytes } = record
  const name = Buffer.from(bytes.subarray(40, Math.min(104, bytes.byteLength)))
    .toString('utf16le')
    .replace(/\0[\s\S]*$/, '')
  return {
    font: fontOf({
      ...{ height: record.int(12), turn: record.int(20), weight: record.int(28), name },
      ...{ italic: view.getUint8(32) !== 0, underline: view.getUint8(33) !== 0 },
    }),
  }
}

/** Objects that records make and select. True if the record is one of them. */
function handleObject(type: number, record: EmfRecord, objects: ObjectTable): boolean {
  if (type === 37) {
    const index = record.view.getUint32(8, true)
    if (index >= 0x80000000) record.canvas.set(stockObjects[index - 0x80000000] ?? {})
    else objects.select(index, record.canvas)
  } else if (type === 38) {
    objects.put(record.int(8), { pen: penOf(record.int(12), record.int(16), colorAt(record.view, 24)) })
  } else if (type === 39) {
    objects.put(record.int(8), { brush: brushOf(record.int(12), colorAt(record.view, 16)) })
  } else if (type === 40) objects.remove(record.int(8))
  else if (type === 82) objects.put(record.int(8), fontAt(record))
  else if (type === 95) {
    objects.put(record.int(8), { pen: penOf(record.int(28), record.int(32), colorAt(record.view, 40)) })
  } else return false
  return true
}

/** Where records have a picture's head and bits, its box and its operation. */
const bitmapPlaces: Readonly<
  Record<number, { readonly bits: number; readonly size: number; readonly operation: number }>
> = {
  76: { bits: 84, size: 32, operation: 40 },
  77: { bits: 84, size: 32, operation: 40 },
  81: { bits: 48, size: 72, operation: 68 },
  // Blended: without an operation.
  114: { bits: 84, size: 32, operation: -1 },
}

function drawBitmap(type: number, record: EmfRecord): void {
  const { bytes, view, canvas } = record
  const places = bitmapPlaces[type]
  if (!places || bytes.byteLength < places.bits + 16) return
  const operation = places.operation < 0 ? 0 : view.getUint32(places.operation, true)
  if (isMask(operation)) return
  const [head, headSize, bits, bitsSize] = [0, 4, 8, 12].map((more) => view.getUint32(places.bits + more, true)) as [
    number,
    number,
    number,
    number,
  ]
  if (bitsSize === 0 && type === 76)
    canvas.fillBox(
      { ...record.point(24), width: record.int(places.size), height: record.int(places.size + 4) },
      operation,
    )
  if (headSize < 40 || head + headSize > bytes.byteLength || bits + bitsSize > bytes.byteLength) return
  const read = readBitmap(bytes.subarray(head, head + headSize), bytes.subarray(bits, bits + bitsSize))
  const bitmap = read && combined(read, operation)
  const box = { ...record.point(24), width: record.int(places.size), height: record.int(places.size + 4) }
  if (bitmap) canvas.bitmap(bitmap, box)
}

/** The area of the drawing: the file's frame, in the units of its device. */
function frameOf(view: DataView) {
  const int = (at: number) => view.getInt32(at, true)
  const [scaleX, scaleY] = [int(72) / (int(80) * 100), int(76) / (int(84) * 100)]
  const [left, top, right, bottom] = [int(24) * scaleX, int(28) * scaleY, int(32) * scaleX, int(36) * scaleY]
  const frame = { x: left, y: top, width: right - left, height: bottom - top }
  if (frame.width > 0 && frame.height > 0 && Object.values(frame).every(Number.isFinite)) return frame
  const bounds = { x: int(8), y: int(12), width: int(16) - int(8), height: int(20) - int(12) }
  return bounds.width > 0 && bounds.height > 0 ? bounds : null
}

/** Whether these bytes are an enhanced metafile. */
export function isEmf(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 88) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(0, true) === 1 && view.getUint32(40, true) === 0x464d4520
}

/** Draws an enhanced metafile. Null if there is nothing to draw. Throws for damaged and huge ones. */
export function readEmf(bytes: Uint8Array): DrawnMetafile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = frameOf(view)
  if (!frame) return null
  const canvas = new MetafileCanvas()
  const objects = new ObjectTable()
  let at = 0
  for (let count = 0; at + 8 <= bytes.byteLength && count < mostRecords; count++) {
    const [type, size] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
    if (size < 8 || at + size > bytes.byteLength || type === 14) break
    const own = bytes.subarray(at, at + size)
    const record = new EmfRecord(new DataView(bytes.buffer, bytes.byteOffset + at, size), own, canvas)
    at += size
    if (handleObject(type, record, objects)) continue
    drawBitmap(type, record)
    draws[type]?.(record, canvas)
  }
  return canvas.isEmpty ? null : { svg: canvas.svg(frame), bitmaps: canvas.bitmaps, words: canvas.words }
}
