import type { FileWindow } from './file-window.ts'
import { type MetadataPart, shownDuration, shownSide, VideoError, type VideoFacts } from './video-facts.ts'

/** Ids of EBML elements. */
const ids = {
  head: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  chapters: 0x1043a770,
  filler: 0xec,
}
/** Other elements within a segment or cluster: SeekHead, Cues, CRC-32, and the parts of a cluster. */
const others: ReadonlySet<number> = new Set([
  ...[0x114d9b74, 0x1c53bb6b, 0xbf],
  ...[0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf],
])
/** Elements with words about the video, or with anything at all. */
const wordElements: ReadonlySet<number> = new Set([ids.tags, ids.attachments, ids.chapters, ids.filler])
/** Within Info: title, name of the file, and those of the files before and after. */
const wordsOfInfo: ReadonlySet<number> = new Set([0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb])
const pictureCodecs = /^V_(?:VP8|VP9|AV1)$/
const soundCodecs = /^A_(?:OPUS|VORBIS)$/

const limits = { elements: 500_000, headerElements: 20_000, metadata: 10_000, headerBytes: 8_000_000 }

interface Element {
  readonly id: number
  readonly at: number
  readonly start: number
  /** Null: until its parent's end or the next element that cannot be within it. */
  readonly end: number | null
}

/** Length of a variable-length number by its first byte; 0 if it is not one. */
const lengthOf = (first: number): number => Math.clz32(first) - 23

function headOf(bytes: Buffer, at: number): Element {
  const idLength = lengthOf(bytes[0] ?? 0)
  const sizeLength = lengthOf(bytes[idLength] ?? 0)
  if (idLength > 4 || sizeLength > 8 || bytes.length < idLength + sizeLength) throw new VideoError('container')
  const id = bytes.readUIntBE(0, idLength)
  let size = (bytes[idLength] as number) & (0xff >> sizeLength)
  let isUnknown = size === 0xff >> sizeLength
  for (let index = 1; index < sizeLength; index++) {
    const byte = bytes[idLength + index] as number
    isUnknown &&= byte === 0xff
    size = size * 256 + byte
  }
  const start = at + idLength + sizeLength
  if (!isUnknown && !Number.isSafeInteger(start + size)) throw new VideoError('container')
  return { id, at, start, end: isUnknown ? null : start + size }
}

/** The elements of a part in memory. Throws if one has no size or reaches beyond it, and for too many. */
function* elementsIn(
  bytes: Buffer,
  count: { elements: number },
  from = 0,
  end = bytes.length,
): Generator<Element & { readonly end: number }> {
  for (let at = from; at < end; ) {
    if (++count.elements > limits.headerElements) throw new VideoError('container')
    const element = headOf(bytes.subarray(at, Math.min(at + 12, end)), at)
    const last = element.end
    if (last === null || last > end) throw new VideoError('container')
    yield { ...element, end: last }
    at = last
  }
}

function numberOf(bytes: Buffer): number {
  if (bytes.length > 8) throw new VideoError('container')
  let value = 0
  for (const byte of bytes) value = value * 256 + byte
  return value
}

function floatOf(bytes: Buffer): number {
  if (bytes.length === 4) return bytes.readFloatBE(0)
  return bytes.length === 8 ? bytes.readDoubleBE(0) : 0
}

/** Makes an element a filler (Void) of the same length. */
function asFiller({ at }: Element, end: number): MetadataPart {
  const length = end - at
  if (length < 9) {
    const head = Buffer.alloc(2)
    head.set([ids.filler, 0x80 | (length - 2)])
    return { start: at, end, head }
  }
  const head = Buffer.alloc(9)
  head.set([ids.filler, 0x01])
  head.writeUIntBE(length - 9, 3, 6)
  return { start: at, end, head }
}

/** What a WebM's headers state, as they are read. */
class Headers {
  seconds = 0
  size: { readonly width: number; readonly height: number } | null = null
  hasPictures = false
  readonly metadata: MetadataPart[] = []
  readonly #count = { elements: 0 }

  readInfo(bytes: Buffer, offset: number): void {
    let [scale, duration] = [1_000_000, 0]
    for (const element of elementsIn(bytes, this.#count)) {
      const content = bytes.subarray(element.start, element.end)
      if (element.id === 0x2ad7b1) scale = numberOf(content)
      else if (element.id === 0x4489) duration = floatOf(content)
      else if (wordsOfInfo.has(element.id))
        this.metadata.push(asFiller({ ...element, at: element.at + offset }, element.end + offset))
    }
    this.seconds = (duration * scale) / 1e9
  }

  readTracks(bytes: Buffer): void {
    for (const { id, start, end } of elementsIn(bytes, this.#count)) if (id === 0xae) this.#readTrack(bytes, start, end)
  }

  #readTrack(bytes: Buffer, from: number, to: number): void {
    let [kind, codec]: [number, string] = [0, '']
    let size: Headers['size'] = null
    for (const { id, start, end } of elementsIn(bytes, this.#count, from, to)) {
      const content = bytes.subarray(start, end)
      if (id === 0x83) kind = numberOf(content)
      else if (id === 0x86) codec = content.toString('latin1')
      else if (id === 0xe0) size = sizeOf(content, this.#count)
    }
    if (kind === 1 ? !pictureCodecs.test(codec) : kind === 2 && !soundCodecs.test(codec)) throw new VideoError('codec')
    if (kind !== 1) return
    this.hasPictures = true
    this.size ??= size
  }
}

function sizeOf(video: Buffer, count: { elements: number }): Headers['size'] {
  const sides = { width: 0, height: 0 }
  const shown = { width: 0, height: 0 }
  for (const { id, start, end } of elementsIn(video, count)) {
    const value = () => numberOf(video.subarray(start, end))
    if (id === 0xb0) sides.width = value()
    else if (id === 0xba) sides.height = value()
    else if (id === 0x54b0) shown.width = value()
    else if (id === 0x54ba) shown.height = value()
  }
  return shown.width > 0 && shown.height > 0 ? shown : sides
}

async function readDocType(window: FileWindow): Promise<number> {
  const { id, start, end } = headOf(await window.some(0, 12), 0)
  if (id !== ids.head || end === null || end - start > 1_000) throw new VideoError('container')
  const bytes = await window.whole(start, end - start)
  for (const one of elementsIn(bytes, { elements: 0 })) {
    if (one.id === ids.docType && bytes.toString('latin1', one.start, one.end).replace(/\0+$/, '') === 'webm')
      return end
  }
  throw new VideoError('container')
}

/** Reads a WebM's elements. Throws VideoError unless they are those of a video that browsers play. */
export async function readWebm(window: FileWindow): Promise<VideoFacts> {
  const headers = new Headers()
  const from = await readDocType(window)
  let [hasSegment, hasData, count] = [false, false, 0]
  for (let at = from; at < window.size; ) {
    const element = headOf(await window.some(at, 12), at)
    const { id, start, end } = element
    if (++count > limits.elements || headers.metadata.length > limits.metadata) throw new VideoError('container')
    if ((end ?? 0) > window.size) throw new VideoError('container')
    // What has parts is entered, and its parts are read as if they stood beside it.
    const isEntered = (id === ids.segment && !hasSegment) || (id === ids.cluster && hasSegment && end === null)
    if (!isEntered && end === null) throw new VideoError('container')
    const part = async () => {
      if ((end as number) - start > limits.headerBytes) throw new VideoError('container')
      return Buffer.from(await window.whole(start, (end as number) - start))
    }
    if (id === ids.segment) hasSegment = true
    else if (!hasSegment) throw new VideoError('container')
    else if (id === ids.cluster) hasData = true
    else if (id === ids.info) headers.readInfo(await part(), start)
    else if (id === ids.tracks) headers.readTracks(await part())
    else if (wordElements.has(id)) headers.metadata.push(asFiller(element, end as number))
    else if (!others.has(id)) throw new VideoError('container')
    at = isEntered ? start : (end as number)
  }
  if (!headers.hasPictures || !hasData) throw new VideoError('container')
  const [width, height] = [shownSide(headers.size?.width ?? 0), shownSide(headers.size?.height ?? 0)]
  const duration = shownDuration(headers.seconds)
  return { type: 'video/webm', width, height, duration, metadata: headers.metadata }
}
