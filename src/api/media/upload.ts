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
import { contentRules } from '../decks/content-rules.ts'
import { putFile } from '../orphaned-files/file-references.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { sanitizeSvgInWorker } from '../sanitize-in-worker.ts'
import { pictureType } from './detect-type.ts'
import { thumbnailKey } from './media-keys.ts'
import { findAndUnhide, insertMedia, type MediaRow, searchableLabel, storageTotal, storageUsed } from './queries.ts'
import { reencodeImage } from './reencode-image.ts'

/** The target of an upload. */
export interface Library {
  readonly owner: Owner
  /** The owner's plan, which limits the storage. */
  readonly plan: Plan
}

/** An uploaded file. */
interface Upload {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** An image ready to be stored; width and height in px. */
interface Prepared {
  readonly type: PictureType
  readonly picture: Uint8Array
  /** Null for SVGs, which are small themselves. */
  readonly thumbnail: Uint8Array | null
  readonly width: number | null
  readonly height: number | null
}

const maxBytes = limits.upload.imageKilobytes * 1000
const invalidFile = () => invalid('file', invalidFileMessage(limits.upload.imageKilobytes))
/** Disk space reserved for saves, in bytes and as a share of the disk. Uploads are refused when less is free. */
const reservedSpace = { bytes: 1_000_000_000, share: 0.05 }

async function readUpload(request: FastifyRequest): Promise<Upload> {
  const part = request.isMultipart() ? await request.file({ limits: { fileSize: maxBytes } }) : undefined
  if (!part) throw invalidFile()
  const bytes = await part.toBuffer().catch(() => null)
  if (bytes === null || part.file.truncated) throw invalidFile()
  return { name: part.filename ?? '', type: part.mimetype, bytes }
}

async function checkRoom({ settings }: Services): Promise<void> {
  if (settings.s3) return
  const disk = await statfs(settings.dataDir)
  const free = disk.bavail * disk.bsize
  if (free < reservedSpace.bytes || free < disk.blocks * disk.bsize * reservedSpace.share) {
    throw new HttpError(507, 'There is no room for uploads on this server at the moment')
  }
}

async function prepareSvg(services: Services, bytes: Buffer): Promise<Prepared> {
  const html = await sanitizeSvgInWorker(bytes.toString('utf8'), contentRules(services.settings, 'free'))
  const side = (name: string) => Number(new RegExp(`^<svg[^>]*? ${name}="([0-9.]+)`).exec(html)?.[1] ?? Number.NaN)
  const [width, height] = [side('width'), side('height')].map((px) => (px > 0 ? Math.round(px) : null))
  const picture = Buffer.from(html)
  return { type: 'image/svg+xml', picture, thumbnail: null, width: width ?? null, height: height ?? null }
}

async function prepare(services: Services, upload: Upload): Promise<Prepared> {
  const type = pictureType(upload.bytes, upload)
  if (type === null) throw invalidFile()
  if (type === 'image/svg+xml') return prepareSvg(services, upload.bytes)
  const drawn = await reencodeImage(upload.bytes)
  if (!drawn) throw invalidFile()
  return drawn
}

/** The file's name without folders and extension. */
function labelOf(name: string): string {
  const plain = (name.split(/[\\/]/).at(-1) ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '')
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
  const size = prepared.picture.byteLength + (prepared.thumbnail?.byteLength ?? 0)
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
      inline: false,
      hidden: false,
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

/**
 * Adds an uploaded image to a library: detects its type, re-encodes it (sanitizes SVGs), stores and counts it. A
 * repeated upload of a file returns the existing item. Throws 422 with user-visible messages, 429, 507.
 */
export async function uploadMedia(services: Services, library: Library, request: FastifyRequest): Promise<MediaRow> {
  const upload = await readUpload(request)
  await checkRoom(services)
  const { database, files } = services
  const { owner, plan } = library
  const contentHash = createHash('sha256').update(upload.bytes).digest('hex')
  const existing = await findAndUnhide(database.write, owner, contentHash)
  if (existing) return existing
  if (
    (await storageUsed(database.read, owner)) >= (await storageTotal(database.read, services.settings, owner, plan))
  ) {
    throw invalid('file', messages.media.storageFull)
  }
  const prepared = await prepare(services, upload)
  const key = `media/${randomBytes(16).toString('hex')}.${pictureEnding(prepared.type)}`
  const small = prepared.thumbnail ? thumbnailKey({ key, content_type: prepared.type }) : null
  // Files are stored before the row that references them.
  await putFile(services, key, prepared.picture, prepared.type)
  if (small && prepared.thumbnail) await putFile(services, small, prepared.thumbnail, 'image/webp')
  const deleteFiles = async () => {
    await files.delete(key)
    if (small) await files.delete(small)
  }
  try {
    const row = await addToLibrary(services, library, prepared, { key, label: labelOf(upload.name), contentHash })
    if (row.key !== key) await deleteFiles()
    return row
  } catch (error) {
    await deleteFiles()
    throw error
  }
}
