import { readDeckFile, settingsInFile } from '../../document/deck-file.ts'
import type { Deck, Slides } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { messages } from '../../rules/messages.ts'
import { replaceContent } from '../commands/settings-commands.ts'
import type { Editor } from '../state/editor.ts'
import { isHtmlFile } from './html-file.ts'
import { type Clean, type ReadHtml, readDeckHtml, removedSentence } from './read-html.ts'
import { holdsPictures, uploadPictures } from './upload-pictures.ts'

/** The slides of an imported deck, and those of its settings that exist here. */
export interface ImportedDeck {
  readonly slides: Slides
  readonly settings: Partial<DeckSettings>
}

/** Reads a whole reveal.js page, or only its sections. */
export function readImport(html: string, deck: Deck, clean: Clean): ReadHtml<ImportedDeck> {
  const file = readDeckFile(html)
  const read = readDeckHtml(file.slides ?? html, deck, clean)
  return 'refused' in read
    ? read
    : { content: { slides: read.content, settings: settingsInFile(file, false) }, removed: read.removed }
}

/**
 * Replaces the deck with an imported one, after a confirmation; one undo step. Shows an error if the HTML cannot be
 * read. Resolves to whether the deck was replaced.
 */
export async function importHtml(editor: Editor, html: string): Promise<boolean> {
  const { services } = editor
  await services.loadSanitizer()
  const read = readImport(html, editor.model.getState().deck, services.clean)
  if ('refused' in read) {
    services.notify(read.refused, 'error')
    return false
  }
  const sure = await services.confirm({
    title: 'Import HTML?',
    message: messages.deck.importReplaces,
    confirmLabel: 'Import',
    danger: true,
  })
  if (!sure) return false
  return put(editor, holdsPictures(html) ? await withPictures(editor, html, read) : read)
}

/** Parses the HTML again after uploading the pictures in its data: URLs. */
async function withPictures(
  editor: Editor,
  html: string,
  before: ReadHtml<ImportedDeck>,
): Promise<ReadHtml<ImportedDeck>> {
  const { services } = editor
  services.notify('Bringing in the pictures…', 'info')
  const sent = await uploadPictures(html, services.upload)
  return sent === html ? before : readImport(sent, editor.model.getState().deck, services.clean)
}

function put(editor: Editor, read: ReadHtml<ImportedDeck>): boolean {
  const { services } = editor
  if ('refused' in read) {
    services.notify(read.refused, 'error')
    return false
  }
  const { slides, settings } = read.content
  const goTo = slides.stacks[0]!.slides[0]
  editor.model.apply(replaceContent(slides, settings), { undo: 'step', label: 'Import HTML', goTo, select: [] })
  if (read.removed.length > 0) services.notify(removedSentence(read.removed), 'info')
  return true
}

/** Whether HTML that was dropped on the slide is a deck and not a piece of text. */
export function holdsSlides(html: string): boolean {
  return /<section[\s>]/i.test(html)
}

/** Imports a file. Resolves to whether the deck was replaced. */
export async function importHtmlFile(editor: Editor, file: File): Promise<boolean> {
  if (isHtmlFile(file)) return importHtml(editor, await file.text())
  editor.services.notify('Please choose an HTML file', 'error')
  return false
}
