import { readFile } from 'node:fs/promises'
import { readForeignPage } from '../../../document/import/foreign-page.ts'
import type { ImportReader } from '../process/reader.ts'
import { noFiles } from './deck-files.ts'
import { packedPageOf } from './files-in-page.ts'
import { readPackedDeck } from './read-packed-deck.ts'
import { readPage } from './read-page.ts'
import { markdownPage } from './read-zip.ts'

/** Reads one HTML file: a presentation of reveal.js, or a deck that was packed as one page. */
export const readHtmlFile: ImportReader = async (source, sink) => {
  const html = (await readFile(source.path)).toString('utf8')
  const packed = packedPageOf(html, readForeignPage(html).data['player-settings'])
  const settings = packed && (await readPackedDeck(packed.about, html, packed.files, sink))
  return settings ?? readPage(html, source.fileName, noFiles, sink)
}

/** Reads one Markdown file. */
export const readMarkdownFile: ImportReader = async (source, sink) =>
  readPage(markdownPage((await readFile(source.path)).toString('utf8'), source.fileName), '', noFiles, sink)
