import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { readForeignPage } from '../../../document/import/foreign-page.ts'
import { ImportError } from '../import-error.ts'
import type { FetchFile, ImportReader } from '../process/reader.ts'
import { type DeckFiles, folderOf } from './deck-files.ts'
import { packedPageOf } from './files-in-page.ts'
import { readPackedDeck } from './read-packed-deck.ts'
import { convertedPage, readPage } from './read-page.ts'

/** Turns of fetching: what the page names, then what its style sheets name, and those in turn. */
const mostTurns = 5
/** Requests at a time. */
const atOnce = 6

const endings: Readonly<Record<string, string>> = {
  ...{ 'text/css': '.css', 'text/markdown': '.md', 'image/png': '.png', 'image/jpeg': '.jpg', 'image/gif': '.gif' },
  ...{ 'image/webp': '.webp', 'image/svg+xml': '.svg', 'image/avif': '.avif', 'video/mp4': '.mp4' },
  ...{ 'video/webm': '.webm', 'font/woff2': '.woff2', 'font/woff': '.woff', 'font/ttf': '.ttf', 'font/otf': '.otf' },
}

/** The name of a fetched file in a folder of its own, with the ending of its type. */
function nameOf(number: number, url: string, type: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  const plain = last.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-80) || 'file'
  const ending = endings[type]
  return `${number}/${ending === undefined || extname(plain).toLowerCase() === ending ? plain : plain + ending}`
}

/** The files that a page names on the web: first wanted, then fetched. */
class WebFiles implements DeckFiles {
  readonly isOnWeb = true
  readonly #fetch: FetchFile
  /** The address of each file's folder, for the addresses in it. */
  readonly #bases = new Map<string, string>()
  /** The names of what was fetched, by address; null: it cannot be had. */
  readonly #fetched = new Map<string, string | null>()
  readonly #bytes = new Map<string, Uint8Array>()
  readonly #wanted = new Set<string>()

  constructor(fetchFile: FetchFile, base: string) {
    this.#fetch = fetchFile
    this.#bases.set('', base)
  }

  get names(): string[] {
    return [...this.#bytes.keys()]
  }

  find(address: string, folder: string): string | null {
    const base = this.#bases.get(folder)
    if (base === undefined || !URL.canParse(address, base)) return null
    const url = new URL(address, base)
    if (!/^https?:$/.test(url.protocol)) return null
    url.hash = ''
    const known = this.#fetched.get(url.href)
    if (known === undefined) this.#wanted.add(url.href)
    return known ?? null
  }

  async read(name: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
    const bytes = this.#bytes.get(name)
    if (!bytes || bytes.length > most) throw new Error('There is no such file')
    return Buffer.from(bytes)
  }

  /** Fetches what was wanted and is not known yet; whether there was anything. */
  async fetchWanted(): Promise<boolean> {
    const urls = [...this.#wanted]
    this.#wanted.clear()
    const turn = async (): Promise<void> => {
      for (let url = urls.shift(); url !== undefined; url = urls.shift()) await this.#fetchOne(url)
    }
    const isSome = urls.length > 0
    await Promise.all(Array.from({ length: atOnce }, turn))
    return isSome
  }

  async #fetchOne(url: string): Promise<void> {
    const file = await this.#fetch(url)
    const name = file && nameOf(this.#fetched.size, file.url, file.type)
    this.#fetched.set(url, name)
    if (!file || name === null) return
    this.#bytes.set(name, file.bytes)
    this.#bases.set(folderOf(name), file.url)
  }
}

/** Reads a page of the web, with the pictures, films, fonts and style sheets that it names. */
export const readWebPage: ImportReader = async (source, sink, fetchFile = () => Promise.resolve(null)) => {
  const html = (await readFile(source.path)).toString('utf8')
  const { base, data } = readForeignPage(html)
  const packed = packedPageOf(html, data['player-settings'])
  const settings = packed && (await readPackedDeck(packed.about, html, packed.files, sink))
  if (settings) return settings
  const url = source.url ?? ''
  if (!URL.canParse(url)) throw new ImportError('This address is none')
  const files = new WebFiles(fetchFile, URL.canParse(base, url) ? new URL(base, url).href : url)
  for (let turn = 0; turn < mostTurns; turn++) {
    await convertedPage(html, '', files)
    if (!(await files.fetchWanted())) break
  }
  return readPage(html, '', files, sink)
}
