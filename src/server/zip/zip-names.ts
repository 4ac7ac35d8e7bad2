import { archiveNames } from '../../rules/archive-names.ts'
import { zipErrors } from './zip-error.ts'

/** The longest path inside a ZIP. */
const longest = 500
/** First bytes of archives in Latin-1: ZIP, RAR, 7z, gzip, bzip2, xz, Zstandard. */
const signatures = [
  'PK\x03\x04',
  'PK\x05\x06',
  'Rar!\x1a\x07',
  '7z\xbc\xaf\x27\x1c',
  '\x1f\x8b\x08',
  'BZh',
  '\xfd7zXZ\0',
  '\x28\xb5\x2f\xfd',
]

/** As many bytes as `isArchive` looks at. */
export const signatureBytes = 8

export function isArchive(head: Buffer): boolean {
  const start = head.toString('latin1', 0, signatureBytes)
  return signatures.some((signature) => start.startsWith(signature))
}

/** Throws for names that are absolute, lead out of the folder, or mean another file on another system. */
export function checkName(name: string): void {
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  const isUnsafe =
    name.length > longest ||
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\u0000-\u001f\u007f\\:]/.test(name) ||
    !name.isWellFormed() ||
    parts.some((part) => part === '' || part === '.' || part === '..')
  if (isUnsafe) throw zipErrors.name()
  if (archiveNames.test(name)) throw zipErrors.nested()
}

/** Collects names. Throws for one that is the same file as another on some system, or a folder that is a file. */
export class NameList {
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  add(name: string): void {
    const plain = name.normalize('NFC').toLowerCase()
    const isFolder = plain.endsWith('/')
    const path = isFolder ? plain.slice(0, -1) : plain
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) this.#folder(path.slice(0, at))
    if (isFolder) this.#folder(path)
    else if (this.#files.has(path) || this.#folders.has(path)) throw zipErrors.twice()
    else this.#files.add(path)
  }

  #folder(path: string): void {
    if (this.#files.has(path)) throw zipErrors.twice()
    this.#folders.add(path)
  }
}
