import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { isExternal } from '../../../document/import/references.ts'
import { pictureDataHead } from '../../../rules/picture-types.ts'
import type { ReadMedia } from '../process/reader.ts'
import type { DeckFiles } from './deck-files.ts'

/** Shorter pictures in addresses stay there: a file would cost more. In characters. */
const small = 8_000
/** How an address of a file looks while the slides are sanitized. */
const prefix = '/m/import-'
const reference = /\/m\/import-([a-z0-9]+(?:\.[a-z0-9]{1,5})?)/g
const font =
  /^data:(?:font|application)\/[a-z.+-]{0,40}?(woff2?|ttf|truetype|otf|opentype)[^,]{0,100};base64,([A-Za-z0-9+/\s]+={0,2})$/i
const picture = new RegExp(`^${pictureDataHead}([A-Za-z0-9+/\\s]+={0,2})$`, 'i')

type Source = { readonly file: string } | { readonly bytes: Buffer }

/**
 * A WOFF font without the bytes behind its end, such as a line break of a download: browsers refuse it with them. The page
 * has another file for them then, of which imports take the best only.
 */
function withoutTail(bytes: Buffer): Buffer {
  const isWoff = bytes.length > 44 && bytes.subarray(0, 4).toString('latin1') === 'wOFF'
  const length = isWoff ? bytes.readUInt32BE(8) : bytes.length
  return length >= 44 && length < bytes.length ? bytes.subarray(0, length) : bytes
}

/** The files that slides need, by the names that stand for them. */
export class MediaCollector {
  readonly #files: DeckFiles
  readonly #sources = new Map<string, Source>()
  readonly #names = new Map<string, string>()
  readonly #sent = new Set<string>()

  constructor(files: DeckFiles) {
    this.#files = files
  }

  /** The address that stands for a file of the folder; null if it is missing, the address itself if it leads elsewhere. */
  resolve(address: string, folder: string, kind: 'page' | 'file' = 'file'): string | null {
    // As browsers do.
    const text = address.replace(/[\t\n\r]+/g, '').trim()
    if (/^data:/i.test(text)) return this.#data(text)
    const file = kind === 'page' ? null : this.#files.find(text, folder)
    if (file !== null) return this.#named(file, { file })
    if (kind === 'file' && this.#files.isOnWeb) return null
    if (/^\/\//.test(text)) return `https:${text}`
    return isExternal(text) ? text.replace(/^http:/i, 'https:') : null
  }

  /** Whether there is a file of this name in the folder. */
  has(address: string, folder: string): boolean {
    return this.#files.find(address, folder) !== null
  }

  #data(text: string): string | null {
    if (/^data:(?:font|application)/i.test(text)) {
      const [, type = '', bytes] = font.exec(text) ?? []
      const ending = type.toLowerCase().replace('truetype', 'ttf').replace('opentype', 'otf')
      return bytes === undefined ? null : this.#named(text, { bytes: Buffer.from(bytes, 'base64') }, `.${ending}`)
    }
    const base64 = text.length > small ? picture.exec(text)?.[1] : undefined
    if (base64 === undefined) return text
    const type = /^data:image\/([a-z+]+)/i.exec(text)?.[1]?.replace('+xml', '') ?? 'png'
    return this.#named(text, { bytes: Buffer.from(base64, 'base64') }, `.${type}`)
  }

  #named(key: string, source: Source, ending = extname(key).toLowerCase()): string {
    const known = this.#names.get(key)
    if (known !== undefined) return prefix + known
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 20)
    const name = `${hash}${/^\.[a-z0-9]{1,5}$/.test(ending) ? ending : ''}`
    this.#names.set(key, name)
    this.#sources.set(name, source)
    return prefix + name
  }

  /** Markup or styles as a reader hands them over, and the files that they need and nothing before did. */
  async take(text: string): Promise<{ readonly text: string; readonly media: readonly ReadMedia[] }> {
    const media: ReadMedia[] = []
    for (const [, name] of text.matchAll(reference)) {
      const source = this.#sources.get(name!)
      if (!source || this.#sent.has(name!)) continue
      this.#sent.add(name!)
      const bytes = withoutTail('file' in source ? await this.#files.read(source.file) : source.bytes)
      const label =
        'file' in source
          ? (source.file.split('/').at(-1) ?? name!)
          : /\.(?:woff2?|ttf|otf)$/.test(name!)
            ? 'Imported font'
            : 'Imported picture'
      media.push({ name: name!, label: label.slice(0, 200), bytes })
    }
    return { text: text.replace(reference, 'import:$1'), media }
  }
}
