import { createHash, randomBytes } from 'node:crypto'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { createConcurrencyLimit } from '../../server/concurrency-limit.ts'
import { FontError } from '../../server/fonts/font-error.ts'
import { type FontFacts, readFont } from '../../server/fonts/read-font.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { Services } from '../../server/services.ts'
import { storageTotal, storageUsed } from '../media/queries.ts'
import type { Library } from '../media/upload.ts'
import { deleteUnlessInSlides, putFile } from '../orphaned-files/file-references.ts'
import { lockOwner, ownerColumns } from '../owner.ts'
import { fontsChanged } from './change-fonts.ts'
import { countFonts, deleteFont, type FontRow, findSameFace, findSameFont, insertFont } from './queries.ts'

/** Reads the bytes of a font file into memory. */
type ReadBytes = () => Promise<Uint8Array>

/** A small file may unpack to 60 MB, so few are in memory at once. */
const limited = createConcurrencyLimit({ atOnce: 2, waiting: limits.upload.queue, full: messages.media.queueFull })

async function factsOf(bytes: Uint8Array): Promise<FontFacts> {
  try {
    return await readFont(bytes)
  } catch (error) {
    if (error instanceof FontError) throw invalid('file', error.message)
    throw error
  }
}

/** Checks a font file. Throws 422 for a refused one, 429 if too many wait. */
export async function checkFont(read: ReadBytes): Promise<void> {
  await limited(async () => factsOf(await read()))
}

function rowOf(facts: FontFacts, bytes: Uint8Array) {
  const [weight_min, weight_max] = facts.weights
  return {
    ...{ family: facts.family, weight_min, weight_max, style: facts.style, license_bits: facts.licenseBits },
    ...{ size: bytes.byteLength, content_hash: createHash('sha256').update(bytes).digest('hex') },
  }
}

type NewFont = ReturnType<typeof rowOf> & { readonly key: string }

/** Checks the limits and inserts the row in one transaction, so that concurrent uploads cannot exceed them. */
async function insert(services: Services, { owner, plan }: Library, font: NewFont, same: 'replace' | 'keep') {
  const { database, settings } = services
  return database.transaction(async (trx) => {
    await lockOwner(trx, database.kind, owner)
    const existing = await findSameFont(trx, owner, font.content_hash)
    if (existing) return existing
    const replaced = await findSameFace(trx, owner, font)
    if (replaced && same === 'keep') return replaced
    if (!replaced && (await countFonts(trx, owner)) >= limits.font.count) throw invalid('file', messages.font.full)
    const used = (await storageUsed(trx, owner)) - (replaced?.size ?? 0)
    if (used + font.size > (await storageTotal(trx, settings, owner, plan))) {
      throw invalid('file', messages.media.storageFull)
    }
    if (replaced) {
      await deleteFont(trx, replaced.id)
      await deleteUnlessInSlides(trx, services, [replaced.key])
    }
    const inserted = await insertFont(trx, { ...ownerColumns(owner), ...font, created_at: services.now() })
    await fontsChanged(services, trx, owner, font.family)
    return inserted
  })
}

/** A font of a user or team. `isNew`: it was not there before. */
export interface AddedFont {
  readonly row: FontRow
  readonly isNew: boolean
}

async function store(
  services: Services,
  library: Library,
  bytes: Uint8Array,
  same: 'replace' | 'keep',
): Promise<AddedFont> {
  const facts = await factsOf(bytes)
  const key = `media/${randomBytes(16).toString('hex')}.${facts.format}`
  await putFile(services, key, bytes, `font/${facts.format}`)
  try {
    const row = await insert(services, library, { ...rowOf(facts, bytes), key }, same)
    if (row.key !== key) await services.files.delete(key)
    return { row, isNew: row.key === key }
  } catch (error) {
    await services.files.delete(key)
    throw error
  }
}

/**
 * Adds a font to those of a user or team. A repeated upload of a file returns the existing one. `same`: what becomes of
 * another file with the same family, weight and style. Throws 422 with user-visible messages, 429 if too many wait.
 */
export async function addFont(
  services: Services,
  library: Library,
  read: ReadBytes,
  same: 'replace' | 'keep' = 'replace',
): Promise<AddedFont> {
  return limited(async () => store(services, library, await read(), same))
}
