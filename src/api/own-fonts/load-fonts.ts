import { limits } from '../../rules/limits.ts'
import type { OwnFont } from '../../rules/own-fonts.ts'
import { type ByteCache, createByteCache } from '../../server/content/byte-cache.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Owner } from '../owner.ts'
import { drawnFontOf } from './font-json.ts'
import { allFonts, fontsVersion } from './queries.ts'

/** Fonts by owner and version, by database handle. */
const caches = new WeakMap<Db, ByteCache<readonly OwnFont[]>>()
const none: readonly OwnFont[] = []
/** About the memory of a font's description. */
const bytesOfFont = 300

/**
 * The fonts of an owner. `version`: its fonts_version, which comes with its row, so that documents of owners without
 * fonts need no query, and others one after each change.
 */
export async function loadFonts(db: Db, owner: Owner, version: number): Promise<readonly OwnFont[]> {
  if (version === 0) return none
  const cache = caches.get(db) ?? createByteCache<readonly OwnFont[]>(limits.memory.fonts)
  caches.set(db, cache)
  const key = `${'user' in owner ? `user:${owner.user}` : `team:${owner.team}`}:${version}`
  const cached = cache.get(key)
  if (cached) return cached
  const fonts = (await allFonts(db, owner)).map(drawnFontOf)
  cache.set(key, fonts, bytesOfFont * (fonts.length + 1))
  return fonts
}

/** The fonts of several owners, each font once. */
export async function fontsOfOwners(db: Db, owners: readonly Owner[]): Promise<readonly OwnFont[]> {
  const lists = []
  for (const owner of owners) lists.push(await loadFonts(db, owner, await fontsVersion(db, owner)))
  return joinedFonts(lists)
}

/** Lists of fonts as one, each font once. */
export function joinedFonts(lists: readonly (readonly OwnFont[])[]): readonly OwnFont[] {
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < 2) return filled[0] ?? none
  return [...new Map(filled.flat().map((font) => [font.url, font])).values()]
}
