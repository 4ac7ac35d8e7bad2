import { createHash } from 'node:crypto'
import type { PackageFile } from '../../deck-packages/package-file.ts'
import { type DeckFiles, noFiles } from './deck-files.ts'
import { parsePackage } from './read-package.ts'

/** A packed deck in one page: what it says of itself, and the files in it by their hashes. */
export interface PackedPage {
  readonly about: PackageFile
  readonly files: DeckFiles
}

interface PageData {
  readonly deck?: unknown
  readonly files?: Readonly<Record<string, { readonly base64?: unknown }>>
}

/** The files of a page: those in addresses, and those that its script opens. */
function filesIn(html: string, { files = {} }: PageData): ReadonlyMap<string, Buffer> {
  const inAddresses = [...html.matchAll(/data:[a-z]+\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})/g)].map(
    ([, base64]) => base64!,
  )
  const opened = Object.values(files).flatMap(({ base64 }) => (typeof base64 === 'string' ? [base64] : []))
  const found = new Map<string, Buffer>()
  for (const base64 of new Set([...inAddresses, ...opened])) {
    const bytes = Buffer.from(base64, 'base64')
    found.set(createHash('sha256').update(bytes).digest('hex'), bytes)
  }
  return found
}

/** The deck that a page was packed from; null if it is another page. `settings`: the JSON of its script. */
export function packedPageOf(html: string, settings: string | undefined): PackedPage | null {
  if (settings === undefined) return null
  let data: PageData
  try {
    data = JSON.parse(settings) as PageData
  } catch {
    return null
  }
  const about = data.deck === undefined ? null : parsePackage(JSON.stringify(data.deck))
  if (!about) return null
  const found = filesIn(html, data)
  const named = about.files.map((file) => (file.file === '' ? { ...file, file: file.hash } : file))
  const read = (name: string) => Promise.resolve(found.get(name) ?? Buffer.alloc(0))
  return { about: { ...about, files: named }, files: { ...noFiles, names: [...found.keys()], read } }
}
