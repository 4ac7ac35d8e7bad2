import { markdownFileSections } from '../../../document/import/markdown-slides.ts'
import { openZip } from '../../../server/zip/open-zip.ts'
import { ZipError } from '../../../server/zip/zip-error.ts'
import { packageFileName } from '../../deck-packages/package-file.ts'
import { ImportError } from '../import-error.ts'
import type { ImportReader } from '../process/reader.ts'
import { type DeckFiles, zipFiles } from './deck-files.ts'
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
async function markdownOf(files: DeckFiles): Promise<string | null> {
  const names = files.names.filter(
    (name) => /\.(?:md|markdown)$/i.test(name) && !/(?:^|\/)(?:readme|license|changelog)\./i.test(name),
  )
  if (names.length === 0) return null
  const texts: string[] = []
  for (const name of names.toSorted()) texts.push((await files.read(name, 5_000_000)).toString('utf8'))
  return texts.join('\n\n---\n\n')
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
      if (markdown === null) throw new ImportError('There is no deck in this ZIP file: it has no HTML page')
      return await readPage(markdownPage(markdown, source.fileName), '', files, sink)
    } finally {
      zip.close()
    }
  } catch (error) {
    throw error instanceof ZipError ? new ImportError(error.message) : error
  }
}

/** Settings at the head of a Markdown file, between lines of dashes: `title: …`. */
function frontMatter(text: string): { readonly fields: Readonly<Record<string, string>>; readonly rest: string } {
  const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text)
  // Slides may begin with a line of dashes, too: then what follows is no list of fields.
  if (!match || !match[1]!.split(/\r?\n/).every((line) => /^\s*(?:[\w-]+\s*:|#|-\s|$)|^\s+\S/.test(line)))
    return { fields: {}, rest: text }
  const fields: Record<string, string> = {}
  for (const line of match[1]!.split(/\r?\n/)) {
    const field = /^([\w-]+)\s*:\s*(.*)$/.exec(line)
    if (field) fields[field[1]!.toLowerCase()] = field[2]!.trim().replace(/^(["'])(.*)\1$/, '$2')
  }
  return { fields, rest: text.slice(match[0].length) }
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

/** A Markdown file as a page of reveal.js. */
export function markdownPage(text: string, fileName: string): string {
  const { fields, rest } = frontMatter(text)
  const title = fields.title ?? fileName.replace(/\.[A-Za-z0-9]+$/, '')
  const theme = /^[a-z-]+$/.test(fields.theme ?? '')
    ? `<link rel="stylesheet" href="dist/theme/${fields.theme}.css">`
    : ''
  const options = /^[a-z]+$/.test(fields.transition ?? '')
    ? `<script>Reveal.initialize({ transition: '${fields.transition}' })</script>`
    : ''
  const about = fields.description ? `<meta name="description" content="${escaped(fields.description)}">` : ''
  const slides = markdownFileSections(rest)
  return `<!doctype html><html><head><title>${escaped(title)}</title>${about}${theme}</head><body><div class="reveal"><div class="slides">${slides}</div></div><script src="katex.js"></script>${options}</body></html>`
}
