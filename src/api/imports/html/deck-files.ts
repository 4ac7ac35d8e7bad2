import { limits } from '../../../rules/limits.ts'
import type { OpenZip, ZipEntry } from '../../../server/zip/open-zip.ts'

/** The files of a deck: those of a folder. */
export interface DeckFiles {
  /** Paths inside the folder. */
  readonly names: readonly string[]
  /** Set if addresses on the web are files, too: one that could not be fetched is missing. */
  readonly isOnWeb?: boolean
  /** The path of the file that an address on a page means; null if there is none. */
  find(address: string, folder: string): string | null
  read(name: string, most?: number): Promise<Buffer>
}

/** A page alone. */
export const noFiles: DeckFiles = {
  names: [],
  find: () => null,
  read: () => Promise.reject(new Error('There are no files')),
}

/** Longest address, in characters, that is looked for among the files. */
const mostLetters = 1_000

export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** The path that an address means, seen from a folder; null if it leads out or elsewhere. */
export function pathOf(address: string, folder: string): string | null {
  // Browsers read backslashes as slashes.
  const plain = (address.trim().split(/[?#]/)[0] ?? '').replace(/\\/g, '/')
  if (plain === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(plain)) return null
  let decoded = plain
  try {
    decoded = decodeURIComponent(plain)
  } catch {
    // A percent sign in a name.
  }
  const parts: string[] = []
  for (const part of (decoded.startsWith('/') ? decoded : folder + decoded).split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/**
 * The only file that an address from the root of a site can mean, or the only one beside the page: the folder may be
 * inside another, and the site's own folder may be missing.
 */
export function fromRoot(names: readonly string[], path: string, folder: string): string | null {
  if (path.length > mostLetters) return null
  const parts = path.split('/')
  for (let from = 0; from === 0 || from < parts.length - 1; from++) {
    const end = `/${parts.slice(from).join('/')}`
    const found = names.filter((name) => `/${name}`.endsWith(end))
    const [first, ...others] = found.filter((name) => name.startsWith(folder))
    if (first !== undefined && others.length === 0) return first
    if (found.length > 0) return found.length === 1 ? found[0]! : null
  }
  return null
}

/**
 * The only file that an address can mean that leads nowhere from its page: one from the root of a site, or of a page that
 * a server shows at another place than that of its file.
 */
export function looseFile(names: readonly string[], address: string, folder: string): string | null {
  const path = pathOf(address, '')
  return path !== null && (address.trim().startsWith('/') || path.includes('/')) ? fromRoot(names, path, folder) : null
}

/** The files of a ZIP. */
export function zipFiles(zip: OpenZip): DeckFiles {
  const names = [...zip.files.keys()].filter((name) => !/(?:^|\/)(?:__MACOSX|\.git|node_modules)\//.test(name))
  const loose = new Map(names.map((name) => [name.toLowerCase(), name]))
  const most = limits.upload.videoKilobytes * 1000
  return {
    names,
    find(address, folder) {
      const path = pathOf(address, folder)
      if (path === null) return null
      if (zip.files.has(path)) return path
      // Addresses from the root of a site, and file systems that ignore case.
      const ending = loose.get(path.toLowerCase())
      if (ending !== undefined) return ending
      return looseFile(names, address, folder)
    },
    read: (name, limit = most) => (zip.files.get(name) as ZipEntry).bytes(limit),
  }
}
