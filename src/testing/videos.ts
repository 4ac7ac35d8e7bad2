import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A box of an MP4. */
export function box(type: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as Buffer)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function fields(length: number, values: Readonly<Record<number, number>>): Buffer {
  const bytes = Buffer.alloc(length)
  for (const [at, value] of Object.entries(values)) bytes.writeUInt32BE(value, Number(at))
  return bytes
}

/** A track of an MP4, with one sample description. */
export function mp4Track(
  handler: 'vide' | 'soun' | 'meta',
  codec: string,
  { width = 0, height = 0, turned = false } = {},
): Buffer {
  const [one, two] = turned ? [44, 52] : [40, 56]
  const head = fields(84, { [one]: 65_536, [two]: 65_536, 76: width * 65_536, 80: height * 65_536 })
  const description = box('stsd', fields(8, { 4: 1 }), box(codec, Buffer.alloc(8)))
  const kind = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)]))
  return box('trak', box('tkhd', head), box('mdia', kind, box('minf', box('stbl', description))))
}

export interface Mp4Parts {
  readonly brand?: string
  readonly tracks?: readonly Buffer[]
  /** Further boxes within the movie box, and after it. */
  readonly inside?: readonly Buffer[]
  readonly after?: readonly Buffer[]
}

/** The boxes of an MP4 of 12.5 seconds; its pictures are no pictures. */
export function mp4({ brand = 'isom', tracks, inside = [], after = [] }: Mp4Parts = {}): Buffer {
  const movie = box('mvhd', fields(100, { 12: 1_000, 16: 12_500 }))
  const shown = tracks ?? [mp4Track('vide', 'avc1', { width: 1280, height: 720 }), mp4Track('soun', 'mp4a')]
  return Buffer.concat([
    box('ftyp', brand, Buffer.alloc(4), brand),
    box('moov', movie, ...shown, ...inside),
    box('mdat', Buffer.alloc(64, 7)),
    ...after,
  ])
}

/** An element of a WebM. `id` in hex. */
export function element(id: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as Buffer)))
  const size = Buffer.alloc(8)
  size.writeUIntBE(body.length, 2, 6)
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** The elements of a WebM without a duration, as a browser records it; its pictures are no pictures. */
export function webm({ docType = 'webm', codec = 'V_VP9', after = [] as readonly Buffer[] } = {}): Buffer {
  const sides = element('e0', element('b0', Buffer.from([2, 128])), element('ba', Buffer.from([1, 104])))
  const track = element('ae', element('83', Buffer.from([1])), element('86', codec), sides)
  return Buffer.concat([
    element('1a45dfa3', element('4282', docType)),
    element(
      '18538067',
      element('1549a966'),
      element('1654ae6b', track),
      element('1f43b675', element('a3', 'block')),
      ...after,
    ),
  ])
}

/** A WebM of 360 ms that browsers play. */
export const playableWebm = readFileSync(join(import.meta.dirname, '../../e2e/support/film.webm'))
