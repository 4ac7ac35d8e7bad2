import { openZip } from '../../../server/zip/open-zip.ts'
import { ZipError } from '../../../server/zip/zip-error.ts'
import { packageFileName } from '../../deck-packages/package-file.ts'
import { ImportError } from '../import-error.ts'
import type { ImportReader } from '../process/reader.ts'
import { type DeckFiles, zipFiles } from './deck-files.ts'
import { type MarkdownFile, markdownPage, titleOfFile } from './markdown-page.ts'
import { parsePackage } from './read-package.ts'
import { readPackedDeck } from './read-packed-deck.ts'
import { pageBytes, readPage } from './read-page.ts'

const depth = (name: string): number => name.split('/').length

/** The file of a folder that is its deck: index.html nearest to the top, else the only page. */
function deckPageIn(names: readonly string[]): string | null {
  const pages = names.filter((name) => /\.x?html?$/i.test(name)).toSorted((a, b) => depth(a) - depth(b))
  return pages.find((name) => /(?:^|\/)index\.html?$/i.test(name)) ?? pages[0] ?? null
}

/** The Markdown files of a folder without a page, in the order of their names. */
async function markdownOf(files: DeckFiles): Promise<readonly MarkdownFile[]> {
  const names = files.names.filter(
    (name) => /\.(?:md|markdown)$/i.test(name) && !/(?:^|\/)(?:readme|license|changelog)\./i.test(name),
  )
  const found: MarkdownFile[] = []
  for (const name of names.toSorted()) found.push({ name, text: (await files.read(name, 5_000_000)).toString('utf8') })
  return found
}

/** Reads a folder with a deck that was packed as a ZIP. */
export const readZip: ImportReader = async (source, sink) => {
  try {
    const zip = await openZip(source.path)
    try {
      const files = zipFiles(zip)
      const about = files.names.includes(packageFileName)
        ? parsePackage((await files.read(packageFileName, pageBytes)).toString('utf8'))
        : null
      const name = deckPageIn(files.names)
      const page = name === null ? null : (await files.read(name, pageBytes)).toString('utf8')
      if (about) {
        const settings = await readPackedDeck(about, page, files, sink)
        if (settings) return settings
      }
      if (page !== null) return await readPage(page, name!, files, sink)
      const markdown = await markdownOf(files)
      const [first, ...others] = markdown
      if (!first) throw new ImportError('There is no deck in this ZIP file: it has no HTML page')
      const place = others.length === 0 ? first.name : ''
      return await readPage(markdownPage(markdown, titleOfFile(source.fileName)), place, files, sink)
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof ZipError ? new ImportError(error.message) : error
  }
}
