import { createHash, randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { untitled } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { invalidFileMessage, messages } from '../../rules/messages.ts'
import { type PictureType, pictureEnding } from '../../rules/picture-types.ts'
import type { Plan } from '../../rules/plans.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { cleanDrawingAside } from '../clean-aside.ts'
import { contentRules } from '../decks/content-rules.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { putFile } from '../unused-files/own-files.ts'
import { pictureType } from './detect-type.ts'
import { drawAnew } from './draw-anew.ts'
import { insertMedia, type MediaRow, showAgain, storageTotal, storageUsed } from './queries.ts'

/** The media library that a picture goes to. */
export interface Library {
  readonly owner: Owner
  /** The owner's plan, which bounds the storage. */
  readonly plan: Plan
}

/** A file as it arrived. */
interface Upload {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A picture ready to be stored; sides in px. */
interface Prepared {
  readonly type: PictureType
  readonly picture: Uint8Array
  /** Null for drawings, which are small enough themselves. */
  readonly thumbnail: Uint8Array | null
  readonly width: number | null
  readonly height: number | null
}

const mostBytes = limits.upload.imageKilobytes * 1000
const invalidFile = () => invalid('file', invalidFileMessage(limits.upload.imageKilobytes))
/** Uploads stop while there is still room for what matters more: saves. Bytes, and part of the disk. */
const keepFree = { bytes: 1_000_000_000, share: 0.05 }

async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: mostBytes } }) : undefined
  if (!part) throw invalidFile()
  const bytes = await part.toBuffer().catch(() => null)
  if (bytes === null || part.file.truncated) throw invalidFile()
  return { name: part.filename ?? '', type: part.mimetype, bytes }
}

async function checkRoom({ settings }: Services): Promise<void> {
  if (settings.s3) return
  const disk = await statfs(settings.dataDir)
  const free = disk.bavail * disk.bsize
  if (free < keepFree.bytes || free < disk.blocks * disk.bsize * keepFree.share) {
    throw new HttpError(507, 'There is no room for uploads on this server at the moment')
  }
}

async function prepareDrawing(services: Services, bytes: Buffer): Promise<Prepared> {
  const html = await cleanDrawingAside(bytes.toString('utf8'), contentRules(services.settings, 'free'))
  const side = (name: string) => Number(new RegExp(`^<svg[^>]*? ${name}="([0-9.]+)`).exec(html)?.[1] ?? Number.NaN)
  const [width, height] = [side('width'), side('height')].map((px) => (px > 0 ? Math.round(px) : null))
  const picture = Buffer.from(html)
  return { type: 'image/svg+xml', picture, thumbnail: null, width: width ?? null, height: height ?? null }
}

async function prepare(services: Services, upload: Upload): Promise<Prepared> {
  const type = pictureType(upload.bytes, upload)
  if (type === null) throw invalidFile()
  if (type === 'image/svg+xml') return prepareDrawing(services, upload.bytes)
  const drawn = await drawAnew(upload.bytes)
  if (!drawn) throw invalidFile()
  return drawn
}

/** What people called the file, without its folders and ending. */
function labelOf(name: string): string {
  const plain = (name.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would be invisible in a list
  const label = plain.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  return label === '' ? untitled : label.slice(0, limits.media.label)
}

/** The key of the small copy of a stored picture; of a drawing its own. */
export function thumbnailKey(media: Pick<MediaRow, 'key' | 'content_type'>): string {
  return media.content_type === 'image/svg+xml' ? media.key : media.key.replace(/\.[a-z]+$/, '-small.webp')
}

/** Counts against the storage, in one transaction with the row: two uploads at once cannot both have the last room. */
async function addToLibrary(
  services: Services,
  { owner, plan }: Library,
  prepared: Prepared,
  file: { key: string; label: string; contentHash: string },
): Promise<MediaRow> {
  const { database } = services
  const size = prepared.picture.byteLength + (prepared.thumbnail?.byteLength ?? 0)
  return database.transaction(async (trx) => {
    await lockOwner(trx, database.kind, owner)
    const known = await showAgain(trx, owner, file.contentHash)
    if (known) return known
    if ((await storageUsed(trx, owner)) + size > (await storageTotal(trx, owner, plan))) {
      throw invalid('file', messages.media.storageFull)
    }
    return insertMedia(trx, {
      ...ownerColumns(owner),
      key: file.key,
      label: file.label,
      content_type: prepared.type,
      size,
      width: prepared.width,
      height: prepared.height,
      inline: false,
      hidden: false,
      content_hash: file.contentHash,
      sanitizer_version: SANITIZER_VERSION,
      created_at: services.now(),
    })
  })
}

/**
 * Takes a picture into a library: checked by its bytes, drawn anew (drawings cleaned), stored, counted. The
 * same file again gives the item it made before. Throws 422 with the messages people know, 429, 507.
 */
export async function uploadMedia(services: Services, library: Library, request: FastifyRequest): Promise<MediaRow> {
  const upload = await readUpload(request)
  await checkRoom(services)
  const { database, files } = services
  const { owner, plan } = library
  const contentHash = createHash('sha256').update(upload.bytes).digest('hex')
  const known = await showAgain(database.write, owner, contentHash)
  if (known) return known
  if ((await storageUsed(database.read, owner)) >= (await storageTotal(database.read, owner, plan))) {
    throw invalid('file', messages.media.storageFull)
  }
  const prepared = await prepare(services, upload)
  const key = `media/${randomBytes(16).toString('hex')}.${pictureEnding(prepared.type)}`
  const small = prepared.thumbnail ? thumbnailKey({ key, content_type: prepared.type }) : null
  // The files are there before the row that names them, so that no row ever names missing ones.
  await putFile(services, key, prepared.picture, prepared.type)
  if (small && prepared.thumbnail) await putFile(services, small, prepared.thumbnail, 'image/webp')
  const drop = async () => {
    await files.delete(key)
    if (small) await files.delete(small)
  }
  try {
    const row = await addToLibrary(services, library, prepared, { key, label: labelOf(upload.name), contentHash })
    if (row.key !== key) await drop()
    return row
  } catch (error) {
    await drop()
    throw error
  }
}
