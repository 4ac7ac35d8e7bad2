import { guessLanguage } from '../../blocks/code/guess-language.ts'
import { embeddable, readFrameAddress } from '../../blocks/iframe/frame-address.ts'
import { gridOfCsv, gridOfHtml, gridOfText, type PastedGrid } from '../../blocks/table/pasted-grid.ts'
import { escapeAttribute, escapeText } from '../../document/html.ts'
import { pasteBlocks } from '../actions/clipboard-blocks.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'
import { insertImages, insertImageUrl } from '../actions/insert-images.ts'
import { fragmentOf } from '../canvas/markup.ts'
import { pastedFragment, plainFragment } from '../canvas/text/pasted-text.ts'
import type { Editor } from '../state/editor.ts'
import { addPasted, codeBlock, formulaBlock, type PastedBlock, pageBlock, tableBlock, textBlock } from './add-pasted.ts'
import { partsOf } from './html-parts.ts'
import { fencedCode, isMarkdown, markdownHtml } from './markdown.ts'
import { copiedHtml } from './office-html.ts'
import type { Reading } from './reading.ts'
import { addressKind, addressOf, drawingOf, formulaOf } from './text-kinds.ts'

/** So many signs of a language make a text code that nobody said to be code. */
const surelyCode = 4

/**
 * All ways of reading what a clipboard holds, the best first: our own blocks; code of an editor; a drawing; an address;
 * what is meant by HTML before the picture that office programs put beside it; pictures; and what plain text looks like.
 * Throws an Error with words for the person when the HTML is too much to take.
 */
export function readingsOf(editor: Editor, content: ClipboardContent): readonly Reading[] {
  const { own, html, text } = content
  const blocks = own ?? (html !== null && /data-block-type=/.test(html) ? html : null)
  if (blocks !== null) return [{ id: 'blocks', label: 'Blocks', paste: (target) => pasteBlocks(target, blocks) }]
  const fromHtml = htmlReadings(editor, content)
  const fromText = textReadings(text ?? '')
  // HTML that says nothing but where lines end is the program's way of copying plain text.
  const isBare = html === null || !/<(?!\/?(html|head|body|meta|p|div|span|br|pre)\b|!)/i.test(html)
  const readings = [
    ...codeReadings(content),
    ...drawingReadings(text ?? ''),
    ...addressReadings(text ?? '', content),
    ...(isBare ? fromText.filter((one) => one.id !== 'plain') : []),
    ...fromHtml,
    ...pictureReadings(content),
    ...(fromHtml.length === 0 ? fromText : []),
  ]
  return readings.filter((reading, index) => readings.findIndex((one) => one.id === reading.id) === index)
}

function reading(id: Reading['id'], label: string, make: () => readonly (PastedBlock | null)[]): Reading {
  return {
    id,
    label,
    paste: (editor, at) =>
      addPasted(
        editor,
        make().filter((block) => block !== null),
        at,
      ),
  }
}

function codeReading(code: string, language: string): Reading {
  return reading('code', 'Code', () => [codeBlock(code.replace(/\r\n?/g, '\n').replace(/\n+$/, ''), language)])
}

function tableReading(grid: PastedGrid): Reading {
  return reading('table', 'Table', () => [tableBlock(grid)])
}

/** From an editor for code, which says so: by its own form, or by how it sets its HTML. */
function codeReadings({ code, html, text }: ClipboardContent): readonly Reading[] {
  if (text === null || text.trim() === '') return []
  if (code !== null) return [codeReading(text, code)]
  const isMonospace = html !== null && /^[\s\S]{0,600}<(pre|div)\b[^>]*font-family:[^;"]*monospace/i.test(html)
  return isMonospace ? [codeReading(text, guessLanguage(text))] : []
}

function drawingReadings(text: string): readonly Reading[] {
  const source = drawingOf(text)
  if (source === null) return []
  const file = new File([source], 'drawing.svg', { type: 'image/svg+xml' })
  return [pictures([file], 'Drawing'), codeReading(text, 'xml')]
}

function addressReadings(text: string, { html, images }: ClipboardContent): readonly Reading[] {
  const address = addressOf(text)
  const embedded = !address && /<iframe\b/i.test(text) ? readFrameAddress(text) : null
  if (embedded && 'value' in embedded && embedded.value !== '') return [page(embedded.value)]
  // A picture that was copied on a page comes with its address, and with itself.
  if (address === null || images.length > 0 || (html !== null && /<img\b/i.test(html))) return []
  const link = reading('link', 'Link', () => [
    textBlock(fragmentOf(`<p><a href="${escapeAttribute(address)}">${escapeText(address)}</a></p>`)),
  ])
  const kind = addressKind(address)
  const picture: Reading = { id: 'picture', label: 'Picture', paste: (editor) => insertImageUrl(editor, address) }
  const first = kind === 'picture' ? [picture, link] : kind === 'film' ? [page(address), link] : [link, page(address)]
  return first.filter((one) => one.id !== 'page' || address.startsWith('https:'))
}

function page(address: string): Reading {
  return reading('page', 'Embedded page', () => [pageBlock(embeddable(address))])
}

function htmlReadings(editor: Editor, { html, text, images }: ClipboardContent): readonly Reading[] {
  if (html === null) return []
  const clean = editor.services.sanitise(copiedHtml(html))
  const grid = gridOfHtml(clean)
  const isTable = grid !== null && (grid.rows.length > 1 || grid.rows[0]!.length > 1)
  const parts = partsOf(clean)
  const picture = /<img[^>]+src="(https:[^"]+)"/.exec(clean)?.[1]?.replaceAll('&amp;', '&')
  if (parts.length === 0) {
    // A picture of a page: the file itself, if it came along.
    if (images.length > 0) return [pictures(images)]
    return picture ? [{ id: 'picture', label: 'Picture', paste: (target) => insertImageUrl(target, picture) }] : []
  }
  const blocks = (keepStyle: boolean) =>
    parts.map((part) =>
      part.kind === 'table' ? tableBlock(part.grid) : textBlock(pastedFragment(part.html, { keepStyle })),
    )
  const themed = reading('text', isTable ? 'Text' : "Text in the deck's style", () =>
    isTable ? [textBlock(pastedFragment(clean))] : blocks(false),
  )
  const styled = reading('styled', 'Keep the style of the source', () => blocks(true))
  const plain = plainReading(text ?? '')
  const best = isTable ? [tableReading(grid), themed] : [themed, styled]
  return [...best, ...plain, ...(images.length > 0 ? [pictures(images)] : [])]
}

function pictureReadings({ images }: ClipboardContent): readonly Reading[] {
  return images.length > 0 ? [pictures(images)] : []
}

function pictures(files: readonly File[], label = files.length === 1 ? 'Picture' : 'Pictures'): Reading {
  return {
    id: 'picture',
    label,
    paste: async (editor, at) => {
      const before = editor.getState().deck
      await insertImages(editor, files, at)
      return editor.getState().deck !== before
    },
  }
}

function plainReading(text: string): readonly Reading[] {
  const words = text.trim()
  return words === '' ? [] : [reading('plain', 'Plain text', () => [textBlock(plainFragment(words, document))])]
}

/** What text without any marks of its own looks like. */
function textReadings(text: string): readonly Reading[] {
  if (text.trim() === '') return []
  const plain = plainReading(text)
  const formula = formulaOf(text)
  if (formula !== null) return [reading('formula', 'Formula', () => [formulaBlock(formula)]), ...plain]
  const fenced = fencedCode(text)
  if (fenced) return [codeReading(fenced.code, fenced.language || guessLanguage(fenced.code)), ...plain]
  const grid = gridOfText(text) ?? gridOfCsv(text)
  if (grid) return [tableReading(grid), ...plain]
  const language = text.trim().includes('\n') ? guessLanguage(text, surelyCode) : ''
  if (language !== '') return [codeReading(text, language), ...plain]
  if (!isMarkdown(text)) return plain
  const marked = reading('text', "Text in the deck's style", () => [textBlock(pastedFragment(markdownHtml(text)))])
  return [marked, ...plain]
}
