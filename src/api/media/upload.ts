import { randomBytes } from 'node:crypto'
import { readFile, rm, statfs } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { untitled } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { invalidFileMessage, messages } from '../../rules/messages.ts'
import { type PictureType, pictureEnding } from '../../rules/picture-types.ts'
import type { Plan } from '../../rules/plans.ts'
import { isVideoType, type VideoType, videoEnding } from '../../rules/video-types.ts'
import type { Settings } from '../../server/env.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { contentRules } from '../decks/content-rules.ts'
import { putFile, putFileCopy } from '../orphaned-files/file-references.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { sanitizeSvgInWorker } from '../sanitize-in-worker.ts'
import { pictureType } from './detect-type.ts'
import { thumbnailKey } from './media-keys.ts'
import { findAndUnhide, insertMedia, type MediaRow, searchableLabel, storageTotal, storageUsed } from './queries.ts'
import { type ReceivedFile, receiveFile } from './receive-file.ts'
import { reencodeImage } from './reencode-image.ts'
import { readVideo, videoTypeOf } from './video/read-video.ts'
import { VideoError } from './video/video-facts.ts'

/** The target of an upload. */
export interface Library {
  readonly owner: Owner
  /** The owner's plan, which limits the storage. */
  readonly plan: Plan
}

/** The content of a stored file: bytes, or the path of a temporary file. */
type Content = Uint8Array | { readonly path: string; readonly size: number }

/** A file ready to be stored; width and height in px, duration in ms. */
interface Prepared {
  readonly type: PictureType | VideoType
  readonly content: Content
  /** Null for SVGs, which are small themselves, and for videos. */
  readonly thumbnail: Uint8Array | null
  readonly width: number | null
  readonly height: number | null
  readonly duration?: number | null
  /** Whether the library shows it only among hidden ones. */
  readonly hidden?: boolean
}

const { imageKilobytes, videoKilobytes } = limits.upload
/** Disk space reserved for saves, in bytes and as a share of the disk. Uploads are refused when less is free. */
const reservedSpace = { bytes: 1_000_000_000, share: 0.05 }

type VideoSetting = Pick<Settings, 'videoUploads'>

const invalidFile = ({ videoUploads }: VideoSetting) =>
  invalid('file', invalidFileMessage(imageKilobytes, videoUploads ? videoKilobytes : undefined))

/** The type of a video, by its first bytes; null for other files, and if videos are not accepted. */
function acceptedVideo(head: Buffer, name: string, type: string, { videoUploads }: VideoSetting): VideoType | null {
  return videoUploads && pictureType(head, { name, type }) === null ? videoTypeOf(head) : null
}

/** Largest accepted size in bytes of a file with these first bytes. */
function largestOf(head: Buffer, settings: VideoSetting): number {
  return (acceptedVideo(head, '', '', settings) ? videoKilobytes : imageKilobytes) * 1000
}

/** Throws 507 while the disk is nearly full. */
export async function checkRoom({ settings }: Services): Promise<void> {
  if (settings.s3) return
  const disk = await statfs(settings.dataDir)
  const free = disk.bavail * disk.bsize
  if (free < reservedSpace.bytes || free < disk.blocks * disk.bsize * reservedSpace.share) {
    throw new HttpError(507, 'There is no room for uploads on this server at the moment')
  }
}

async function prepareSvg(services: Services, path: string): Promise<Prepared> {
  const source = await readFile(path, 'utf8')
  const html = await sanitizeSvgInWorker(source, contentRules(services.settings, 'free'))
  const side = (name: string) => Number(new RegExp(`^<svg[^>]*? ${name}="([0-9.]+)`).exec(html)?.[1] ?? Number.NaN)
  const [width, height] = [side('width'), side('height')].map((px) => (px > 0 ? Math.round(px) : null))
  const content = Buffer.from(html)
  return { type: 'image/svg+xml', content, thumbnail: null, width: width ?? null, height: height ?? null }
}

async function prepareVideo({ settings }: Services, { path, size }: ReceivedFile, type: VideoType): Promise<Prepared> {
  try {
    return { ...(await readVideo(path, type)), content: { path, size }, thumbnail: null }
  } catch (error) {
    if (!(error instanceof VideoError)) throw error
    throw error.fault === 'codec' ? invalid('file', messages.media.videoCodec) : invalidFile(settings)
  }
}

async function prepare(services: Services, received: ReceivedFile): Promise<Prepared> {
  const { head, name, type: claimed, path } = received
  const video = acceptedVideo(head, name, claimed, services.settings)
  if (video) return prepareVideo(services, received, video)
  const type = pictureType(head, { name, type: claimed })
  if (type === null) throw invalidFile(services.settings)
  if (type === 'image/svg+xml') return prepareSvg(services, path)
  const encoded = await reencodeImage(path, encodedPath(path))
  if (!encoded) throw invalidFile(services.settings)
  const { size, ...drawn } = encoded
  return { ...drawn, content: { path: encodedPath(path), size } }
}

/** The file into which an image is encoded: beside the received one, where the remains of killed processes are deleted. */
const encodedPath = (path: string): string => `${path}-encoded`

/** The file's name without folders and extension. */
function labelOf(name: string): string {
  return asLabel((name.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, ''))
}

function asLabel(plain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would be invisible in a list
  const label = plain.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  return label === '' ? untitled : label.slice(0, limits.media.label)
}

/** Checks the storage limit and inserts the row in one transaction, so that concurrent uploads cannot exceed it. */
async function addToLibrary(
  services: Services,
  { owner, plan }: Library,
  prepared: Prepared,
  file: { key: string; label: string; contentHash: string },
): Promise<MediaRow> {
  const { database } = services
  const size = sizeOf(prepared.content) + (prepared.thumbnail?.byteLength ?? 0)
  return database.transaction(async (trx) => {
    await lockOwner(trx, database.kind, owner)
    const existing = await findAndUnhide(trx, owner, file.contentHash)
    if (existing) return existing
    if ((await storageUsed(trx, owner)) + size > (await storageTotal(trx, services.settings, owner, plan))) {
      throw invalid('file', messages.media.storageFull)
    }
    const inserted = await insertMedia(trx, {
      ...ownerColumns(owner),
      key: file.key,
      label: file.label,
      search_label: searchableLabel(file.label),
      content_type: prepared.type,
      size,
      width: prepared.width,
      height: prepared.height,
      duration: prepared.duration ?? null,
      inline: false,
      hidden: prepared.hidden ?? false,
      content_hash: file.contentHash,
      sanitizer_version: SANITIZER_VERSION,
      created_at: services.now(),
    })
    if (prepared.thumbnail) {
      const queue = 'user' in owner ? `user:${owner.user}` : `team:${owner.team}`
      await services.jobs.add(trx, 'make-renditions', { mediaId: inserted.id }, { owner: queue })
    }
    return inserted
  })
}

const sizeOf = (content: Content): number => (content instanceof Uint8Array ? content.byteLength : content.size)

const endingOf = (type: Prepared['type']): string => (isVideoType(type) ? videoEnding(type) : pictureEnding(type))

/** Stores the files, then the row that references them. */
async function store(
  services: Services,
  library: Library,
  prepared: Prepared,
  file: { label: string; contentHash: string },
): Promise<AddedMedia> {
  const { files } = services
  const { type, content, thumbnail } = prepared
  const key = `media/${randomBytes(16).toString('hex')}.${endingOf(type)}`
  const small = thumbnail ? thumbnailKey({ key, content_type: type }) : null
  if (content instanceof Uint8Array) await putFile(services, key, content, type)
  else await putFileCopy(services, key, content.path, type)
  if (small && thumbnail) await putFile(services, small, thumbnail, 'image/webp')
  const deleteFiles = async () => {
    await files.delete(key)
    if (small) await files.delete(small)
  }
  try {
    const row = await addToLibrary(services, library, prepared, { key, ...file })
    if (row.key !== key) await deleteFiles()
    return { row, isNew: row.key === key }
  } catch (error) {
    await deleteFiles()
    throw error
  }
}

/** A file in a library. `isNew`: it was not there before. */
export interface AddedMedia {
  readonly row: MediaRow
  readonly isNew: boolean
}

/** What is known of a file beside its name. */
export interface KnownMedia {
  /** Missing: its name without its extension. */
  readonly label?: string
  /** These bytes are an image that this server has encoded: it is decoded to check it, and stored unchanged. */
  readonly isEncoded?: boolean
}

/**
 * Adds a received file to a library: detects its type, re-encodes images (sanitizes SVGs, checks videos), stores and
 * counts it. A file that is there already returns its item. Throws 422 with user-visible messages, 429.
 */
export async function addMedia(
  services: Services,
  library: Library,
  received: ReceivedFile,
  known: KnownMedia = {},
): Promise<AddedMedia> {
  const { database, settings } = services
  const { owner, plan } = library
  const { contentHash, name, path, size } = received
  const existing = await findAndUnhide(database.write, owner, contentHash)
  if (existing) return { row: existing, isNew: false }
  if ((await storageUsed(database.read, owner)) >= (await storageTotal(database.read, settings, owner, plan))) {
    throw invalid('file', messages.media.storageFull)
  }
  try {
    const prepared = await prepare(services, received)
    const kept = known.isEncoded && prepared.thumbnail !== null ? { ...prepared, content: { path, size } } : prepared
    const label = known.label ? asLabel(known.label) : labelOf(name)
    return await store(services, library, kept, { label, contentHash })
  } finally {
    await rm(encodedPath(path), { force: true })
  }
}

/** A picture that a process of this server has drawn and encoded, with its thumbnail. */
export interface DrawnPicture {
  readonly type: PictureType
  readonly content: Uint8Array
  readonly thumbnail: Uint8Array
  readonly width: number
  readonly height: number
}

/**
 * Adds a picture that this server has drawn, such as that of a page, without decoding it again. It is counted like others,
 * and hidden in the library. Throws 422 if the storage is full.
 */
export async function addDrawnPicture(
  services: Services,
  library: Library,
  picture: DrawnPicture,
  file: { label: string; contentHash: string },
): Promise<AddedMedia> {
  const existing = await findAndUnhide(services.database.write, library.owner, file.contentHash)
  if (existing) return { row: existing, isNew: false }
  return store(services, library, { ...picture, hidden: true }, file)
}

/** Adds an uploaded file to a library, as addMedia does. Throws 507 while the disk is nearly full. */
export async function uploadMedia(services: Services, library: Library, request: FastifyRequest): Promise<MediaRow> {
  const { settings } = services
  const limitOf = (head: Buffer) => largestOf(head, settings)
  const added = await receiveFile(request, { dataDir: settings.dataDir, limitOf }, async (received) => {
    await checkRoom(services)
    return addMedia(services, library, received)
  })
  if (added === null) throw invalidFile(settings)
  return added.row
}
