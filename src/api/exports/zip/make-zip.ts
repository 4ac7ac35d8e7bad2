import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { printedSlides } from '../../../document/output/print-document.ts'
import { slideIds } from '../../../document/structure.ts'
import type { PackageInput } from '../../deck-packages/deck-package.ts'
import { PageTooLarge, singlePage } from '../../deck-packages/single-page.ts'
import { zipDeck } from '../../deck-packages/zip-deck.ts'
import { dataOf } from '../../decks/read-content.ts'
import type { ExportFormat, ExportInput, ExportNote } from '../export-format.ts'
import { notStored } from '../missing-file.ts'
import { scriptedSlides } from '../scripted-slides.ts'

/** What the author should know of the package. */
function notesOf(input: ExportInput, hidden: boolean, missing: ReadonlySet<string>): ExportNote[] {
  const text = dataOf(input.content)
  const restricted = input.fonts.filter(({ embeddable, family }) => !embeddable && text.includes(family))
  const fonts = [...new Set(restricted.map(({ family }) => family))]
  const hasNetwork =
    /<(?:iframe|img|video|audio|source)\b[^>]*\ssrc="https:|data-background-(?:image|video|iframe)="https:/.test(text)
  return [
    ...scriptedSlides(input, printedSlides(text, { hidden })),
    ...[...missing].map((name) => ({ slide: null, text: notStored(name) })),
    ...fonts.map((family) => ({ slide: null, text: `The license of the font ${family} forbids embedding` })),
    ...(hasNetwork ? [{ slide: null, text: 'Pages, films and pictures of other sites need the Internet' }] : []),
  ]
}

/** Makes a deck that opens from a disk: a folder as a ZIP, or one page. */
export const zipMaker: ExportFormat<'zip'> = {
  async run(input, { form, notes, hidden }) {
    const { deck, content, theme, fonts, readMedia, ownTheme, sign, readable, signal } = input
    const slides = slideIds(content.structure).length
    input.progress(0, slides)
    const given: PackageInput = {
      ...{ deck, content, theme, fonts, readMedia, sign, signal, themeContent: ownTheme },
      ...{ notes: notes && readable.notes, hidden: hidden && readable.hidden },
    }
    const missing = new Set<string>()
    const note = (name: string) => void missing.add(name)
    const path = join(input.folder, form === 'page' ? 'deck.html' : 'deck.zip')
    if (form === 'page') await writePage(path, given, note)
    else await pipeline(await zipDeck(given, note), createWriteStream(path), { signal: input.signal })
    input.signal.throwIfAborted()
    input.progress(slides, slides)
    return { path, notes: notesOf(input, given.hidden, missing) }
  },
}

async function writePage(path: string, given: PackageInput, note: (name: string) => void): Promise<void> {
  try {
    await writeFile(path, await singlePage(given, note), { signal: given.signal })
  } catch (error) {
    if (!(error instanceof PageTooLarge)) throw error
    throw new Error('The files of the deck are too large for one page')
  }
}
