import { readFile } from 'node:fs/promises'
import { readForeignPage } from '../../../document/import/foreign-page.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { ImportError } from '../import-error.ts'
import type { ImportReader } from '../process/reader.ts'
import { noFiles } from './deck-files.ts'
import { packedPageOf } from './files-in-page.ts'
import { markdownPage, titleOfFile } from './markdown-page.ts'
import { readPackedDeck } from './read-packed-deck.ts'
import { readPage, textBytes } from './read-page.ts'

/** Reads one HTML file: a presentation of reveal.js, or a deck that was packed as one page. */
export const readHtmlFile: ImportReader = async (source, sink) => {
  const html = (await readFile(source.path)).toString('utf8')
  const page = readForeignPage(html)
  const packed = packedPageOf(html, page.data['player-settings'])
  const settings = packed && (await readPackedDeck(packed.about, html, packed.files, sink))
  return settings ?? readPage(html, source.fileName, noFiles, sink, page)
}

/** Reads one Markdown file. */
export const readMarkdownFile: ImportReader = async (source, sink) => {
  const bytes = await readFile(source.path)
  if (bytes.length > textBytes) throw new ImportError(importMessages.longMarkdown(textBytes))
  const file = { name: source.fileName, text: bytes.toString('utf8') }
  return readPage(markdownPage([file], titleOfFile(source.fileName)), '', noFiles, sink)
}
