import { box, element, mp4, mp4Track, playableWebm, webm } from '../videos.ts'
import { hit } from './attack.ts'

/** A hostile file for an upload of a video. */
export interface VideoAttack {
  readonly name: string
  readonly type: 'video/mp4' | 'video/webm'
  readonly bytes: () => Buffer
}

const script = `<script>${hit}</script>`
const page = Buffer.from(`<!doctype html>${script}`)

/** A box whose head states another size. */
function sized(bytes: Buffer, size: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(size)
  return changed
}

/** Boxes within boxes, the outermost first. */
function nested(depth: number): Buffer {
  const heads = Array.from({ length: depth }, (_, at) => sized(box('minf'), 8 * (depth - at + 1)))
  return Buffer.concat([...heads, box('stbl')])
}

const many = (count: number, part: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => part))

const words = box('udta', box('©xyz', '+47.36+008.54/'), box('name', script))

/** Files that are no videos, and videos with more than pictures and sound. Accepted ones are stored without their words. */
export const videoAttacks: readonly VideoAttack[] = [
  { name: 'a web page', type: 'video/mp4', bytes: () => page },
  { name: 'a web page as a box', type: 'video/mp4', bytes: () => Buffer.concat([mp4(), box('html', page)]) },
  { name: 'a web page after the boxes', type: 'video/mp4', bytes: () => Buffer.concat([mp4(), page]) },
  { name: 'a web page as free space', type: 'video/mp4', bytes: () => mp4({ after: [box('free', page)] }) },
  { name: 'a web page as a box of an owner', type: 'video/mp4', bytes: () => mp4({ after: [box('uuid', page)] }) },
  { name: 'a script as the title', type: 'video/mp4', bytes: () => mp4({ inside: [words] }) },
  {
    ...{ name: 'a script in the metadata of a track', type: 'video/mp4' },
    bytes: () => mp4({ inside: [box('trak', box('meta', script))] }),
  },
  { name: 'the first box alone', type: 'video/mp4', bytes: () => mp4().subarray(0, 20) },
  { name: 'a truncated MP4', type: 'video/mp4', bytes: () => mp4().subarray(0, -9) },
  { name: 'a box of 0 bytes', type: 'video/mp4', bytes: () => Buffer.concat([mp4(), sized(box('free'), 4)]) },
  { name: 'a box of 4 GB', type: 'video/mp4', bytes: () => Buffer.concat([mp4(), sized(box('free'), 0xffffffff)]) },
  {
    name: 'a box within a box that is larger',
    type: 'video/mp4',
    bytes: () => mp4({ inside: [sized(box('trak'), 999)] }),
  },
  { name: '9,000 boxes within boxes', type: 'video/mp4', bytes: () => mp4({ inside: [nested(9_000)] }) },
  { name: '50,000 boxes in the movie', type: 'video/mp4', bytes: () => mp4({ inside: [many(50_000, box('trak'))] }) },
  { name: '300,000 boxes', type: 'video/mp4', bytes: () => mp4({ after: [many(300_000, box('free'))] }) },
  { name: 'a movie without pictures', type: 'video/mp4', bytes: () => mp4({ tracks: [mp4Track('soun', 'mp4a')] }) },
  { name: 'a QuickTime movie', type: 'video/mp4', bytes: () => mp4({ brand: 'qt  ' }) },
  { name: 'a picture as HEIC', type: 'video/mp4', bytes: () => mp4({ brand: 'heic' }) },
  { name: 'an unknown codec', type: 'video/mp4', bytes: () => mp4({ tracks: [mp4Track('vide', 'evil')] }) },
  {
    name: 'a description of 0 bytes',
    type: 'video/mp4',
    bytes: () => mp4({ inside: [box('stsd', Buffer.alloc(16, 255))] }),
  },
  { name: 'a Matroska', type: 'video/webm', bytes: () => webm({ docType: 'matroska' }) },
  { name: 'a script as tags', type: 'video/webm', bytes: () => webm({ after: [element('1254c367', script)] }) },
  { name: 'an attached web page', type: 'video/webm', bytes: () => webm({ after: [element('1941a469', page)] }) },
  { name: 'a web page as filler', type: 'video/webm', bytes: () => webm({ after: [element('ec', page)] }) },
  { name: 'a web page as an element', type: 'video/webm', bytes: () => webm({ after: [element('3c68746d', page)] }) },
  { name: 'a web page after the elements', type: 'video/webm', bytes: () => Buffer.concat([playableWebm, page]) },
  { name: 'a truncated WebM', type: 'video/webm', bytes: () => playableWebm.subarray(0, -9) },
  { name: 'the first element alone', type: 'video/webm', bytes: () => playableWebm.subarray(0, 36) },
  { name: 'an unknown codec in a WebM', type: 'video/webm', bytes: () => webm({ codec: 'V_EVIL' }) },
  {
    name: '900,000 elements',
    type: 'video/webm',
    bytes: () => webm({ after: [many(900_000, Buffer.from('ec80', 'hex'))] }),
  },
  {
    ...{ name: 'an element of 2^56 bytes', type: 'video/webm' },
    bytes: () => Buffer.concat([webm(), Buffer.from('ec01fffffffffffffe', 'hex')]),
  },
]
