import type { FileWindow } from './file-window.ts'
import { type MetadataPart, shownDuration, shownSide, VideoError, type VideoFacts } from './video-facts.ts'

/** A box: its type, and where its content starts and ends. `at`: where its head starts. */
interface Box {
  readonly type: string
  readonly at: number
  readonly start: number
  readonly end: number
}

/** Brands of MP4 files. QuickTime (`qt  `), 3GP and pictures (`heic`, `avif`) have others. */
const brands = /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]|dash|msdh|msix|MSNV|mmp4|f4v |cmf[c2]|XAVC|av01|hvc1)$/
/** Boxes at the top of a file. */
const topBoxes: ReadonlySet<string> = new Set(
  'ftyp moov mdat moof mfra sidx ssix styp prft emsg pdin free skip wide uuid meta udta'.split(' '),
)
/** Boxes with words about the video (title, place, camera), or with anything at all. */
const wordBoxes: ReadonlySet<string> = new Set(['free', 'skip', 'wide', 'uuid', 'meta', 'udta'])
/** Boxes that contain boxes. */
const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex'])
const pictureCodecs = /^(?:avc[13]|hvc1|hev1|dvh1|dvhe|vp0[89]|av01)$/
const soundCodecs = /^(?:mp4a|Opus|fLaC|ac-3|ec-3|alac|\.mp3)$/

const limits = { topBoxes: 200_000, boxes: 20_000, depth: 8, codecs: 100, metadata: 10_000, headerBytes: 32_000_000 }

/** What an MP4's movie box states, as it is read. */
interface Movie {
  seconds: number
  /** Of the first track with pictures. */
  size: { readonly width: number; readonly height: number } | null
  hasPictures: boolean
}

interface Track {
  handler: string
  size: { readonly width: number; readonly height: number } | null
  codecs: string[]
}

/** Reads one box's head from bytes that start at `at` of the file. `end`: the end of what contains it. */
function headOf(bytes: Buffer, at: number, end: number): Box {
  if (bytes.length < 8) throw new VideoError('container')
  const type = bytes.toString('latin1', 4, 8)
  const short = bytes.readUInt32BE(0)
  if (short === 1 && bytes.length < 16) throw new VideoError('container')
  const size = short === 1 ? Number(bytes.readBigUInt64BE(8)) : short === 0 ? end - at : short
  const start = at + (short === 1 ? 16 : 8)
  if (at + size < start || at + size > end) throw new VideoError('container')
  return { type, at, start, end: at + size }
}

function* boxesIn(bytes: Buffer, from: number, end: number, count: { boxes: number }): Generator<Box> {
  for (let at = from; at < end; ) {
    // Some encoders end a list of boxes with a zero.
    if (end - at < 8) return
    if (++count.boxes > limits.boxes) throw new VideoError('container')
    const box = headOf(bytes.subarray(at, at + 16), at, end)
    yield box
    at = box.end
  }
}

/** The box's content, at least `length` bytes. */
function contentOf(bytes: Buffer, { start, end }: Box, length: number): Buffer {
  if (end - start < length) throw new VideoError('container')
  return bytes.subarray(start, end)
}

function secondsOf(movieHeader: Buffer): number {
  const isLong = movieHeader[0] === 1
  const scale = movieHeader.readUInt32BE(isLong ? 20 : 12)
  return (isLong ? Number(movieHeader.readBigUInt64BE(24)) : movieHeader.readUInt32BE(16)) / scale
}

/** The size of a track's pictures as shown: phones store how they were turned. */
function sizeOf(trackHeader: Buffer): Track['size'] {
  const matrix = trackHeader[0] === 1 ? 52 : 40
  const [width, height] = [
    trackHeader.readUInt32BE(matrix + 36) / 65_536,
    trackHeader.readUInt32BE(matrix + 40) / 65_536,
  ]
  const isTurned = trackHeader.readInt32BE(matrix) === 0 && trackHeader.readInt32BE(matrix + 4) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function codecsOf(descriptions: Buffer): string[] {
  const count = descriptions.readUInt32BE(4)
  if (count > limits.codecs) throw new VideoError('container')
  const codecs: string[] = []
  for (let at = 8; codecs.length < count && at + 8 <= descriptions.length; ) {
    codecs.push(descriptions.toString('latin1', at + 4, at + 8))
    at += Math.max(8, descriptions.readUInt32BE(at))
  }
  return codecs
}

/** Makes a box filler of the same size. */
function asFree({ at, start, end }: Box): MetadataPart {
  const head = Buffer.alloc(start - at)
  head.writeUInt32BE(start - at === 16 ? 1 : end - at, 0)
  head.write('free', 4, 'latin1')
  if (head.length === 16) head.writeBigUInt64BE(BigInt(end - at), 8)
  return { start: at, end, head }
}

/** The movie box, in memory. Offsets of `metadata` are those of the file. */
class MovieReader {
  readonly movie: Movie = { seconds: 0, size: null, hasPictures: false }
  readonly metadata: MetadataPart[] = []
  readonly #bytes: Buffer
  readonly #offset: number
  readonly #count = { boxes: 0 }

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes
    this.#offset = offset
  }

  read(from: number, end: number, track: Track | null, depth = 0): void {
    if (depth > limits.depth) throw new VideoError('container')
    for (const box of boxesIn(this.#bytes, from, end, this.#count)) {
      if (wordBoxes.has(box.type)) this.#remove(box)
      else if (box.type === 'trak') this.#readTrack(box, depth)
      else if (containers.has(box.type)) this.read(box.start, box.end, track, depth + 1)
      else this.#take(box, track)
    }
  }

  #remove(box: Box): void {
    const [at, start, end] = [box.at, box.start, box.end].map((place) => place + this.#offset) as [
      number,
      number,
      number,
    ]
    this.metadata.push(asFree({ type: box.type, at, start, end }))
  }

  #readTrack(box: Box, depth: number): void {
    const track: Track = { handler: '', size: null, codecs: [] }
    this.read(box.start, box.end, track, depth + 1)
    // Cameras write their place several times a second: without the track's tables, its samples are not found.
    if (track.handler === 'meta') this.#remove(box)
    const known = { vide: pictureCodecs, soun: soundCodecs }[track.handler]
    if (known && !track.codecs.every((codec) => known.test(codec))) throw new VideoError('codec')
    if (track.handler !== 'vide' || track.codecs.length === 0) return
    this.movie.hasPictures = true
    this.movie.size ??= track.size
  }

  #take(box: Box, track: Track | null): void {
    const bytes = this.#bytes
    if (box.type === 'mvhd') this.movie.seconds = secondsOf(contentOf(bytes, box, 32))
    if (!track) return
    if (box.type === 'tkhd') track.size = sizeOf(contentOf(bytes, box, bytes[box.start] === 1 ? 96 : 84))
    else if (box.type === 'hdlr') track.handler ||= contentOf(bytes, box, 12).toString('latin1', 8, 12)
    else if (box.type === 'stsd') track.codecs = codecsOf(contentOf(bytes, box, 8))
  }
}

/** Reads an MP4's boxes. Throws VideoError unless they are those of a video that browsers play. */
export async function readMp4(window: FileWindow): Promise<VideoFacts> {
  const metadata: MetadataPart[] = []
  let [movie, hasData]: [Movie | null, boolean] = [null, false]
  let count = 0
  for (let at = 0; at < window.size; ) {
    const box = headOf(await window.some(at, 16), at, window.size)
    if (!topBoxes.has(box.type) || ++count > limits.topBoxes) throw new VideoError('container')
    if ((at === 0) !== (box.type === 'ftyp') || metadata.length > limits.metadata) throw new VideoError('container')
    if (box.type === 'ftyp') {
      const brand = (await window.whole(box.start, 8)).toString('latin1', 0, 4)
      if (!brands.test(brand)) throw new VideoError('container')
    } else if (box.type === 'moov') {
      if (movie || box.end - box.start > limits.headerBytes) throw new VideoError('container')
      const reader = new MovieReader(Buffer.from(await window.whole(box.start, box.end - box.start)), box.start)
      reader.read(0, box.end - box.start, null)
      movie = reader.movie
      metadata.push(...reader.metadata)
    } else if (wordBoxes.has(box.type)) metadata.push(asFree(box))
    else if (box.type === 'mdat') hasData = true
    at = box.end
  }
  if (!movie?.hasPictures || !hasData) throw new VideoError('container')
  const [width, height] = [shownSide(movie.size?.width ?? 0), shownSide(movie.size?.height ?? 0)]
  return { type: 'video/mp4', width, height, duration: shownDuration(movie.seconds), metadata }
}
