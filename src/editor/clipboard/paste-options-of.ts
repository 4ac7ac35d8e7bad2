import { chartCellsOf } from '../../blocks/chart/chart-data.ts'
import { chartOf } from '../../blocks/chart/new-chart.ts'
import { guessLanguage } from '../../blocks/code/guess-language.ts'
import { embeddable, readFrameAddress } from '../../blocks/iframe/frame-address.ts'
import { drawingFrom } from '../../blocks/image/drawing.ts'
import { gridOfCsv, gridOfHtml, gridOfText, type PastedGrid, textsOf } from '../../blocks/table/pasted-grid.ts'
import { embedOf, startOf } from '../../blocks/video/video-address.ts'
import { escapeAttribute, escapeText } from '../../document/html.ts'
import { newUuid } from '../../document/ids.ts'
import { pasteBlocks } from '../actions/clipboard-blocks.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'
import { insertImages, insertImageUrl } from '../actions/insert-images.ts'
import { fragmentOf } from '../html/markup.ts'
import type { EditorServices } from '../state/services.ts'
import { pastedFragment } from '../text/pasted-text.ts'
import { plainFragment } from '../text/plain-text.ts'
import {
  addPasted,
  chartBlock,
  codeBlock,
  drawingBlock,
  formulaBlock,
  mediaBlock,
  type PastedBlock,
  pageBlock,
  tableBlock,
  textBlock,
} from './add-pasted.ts'
import { partsOf } from './html-parts.ts'
import { fencedCode, isMarkdown, markdownHtml } from './markdown.ts'
import { copiedHtml } from './office-html.ts'
import type { PasteOption } from './paste-option.ts'
import { type AddressKind, addressKind, addressOf, drawingOf, formulaOf, mayBeCode, mermaidOf } from './text-kinds.ts'

/** Minimum number of language features for pasting text as code without other evidence. */
const surelyCode = 4

/**
 * All paste options of a clipboard, the best one first: own blocks, code from an editor, a drawing, a URL, HTML,
 * pictures, plain text. HTML precedes pictures, because office programs add a picture of the copied text. Throws an
 * Error with a message for the user if the HTML is too large.
 */
export function pasteOptionsOf(services: EditorServices, content: ClipboardContent): readonly PasteOption[] {
  const { own, html, text } = content
  const blocks = own ?? (html !== null && /data-block-type=/.test(html) ? html : null)
  if (blocks !== null) return [{ id: 'blocks', label: 'Blocks', paste: (target) => pasteBlocks(target, blocks) }]
  const fromHtml = htmlOptions(services, content)
  const fromText = textOptions(text ?? '')
  // Some programs copy plain text as HTML that contains nothing but line breaks.
  const isBare = html === null || !/<(?!\/?(html|head|body|meta|p|div|span|br|pre)\b|!)/i.test(html)
  const options = [
    ...codeOptions(content),
    ...drawingOptions(text ?? ''),
    ...addressOptions(text ?? '', content),
    ...(isBare && fromText[0]?.id !== 'plain' ? fromText.filter((one) => one.id !== 'plain') : []),
    ...fromHtml,
    ...pictureOptions(content),
    ...(fromHtml.length === 0 ? fromText : []),
  ]
  return options.filter((option, index) => options.findIndex((one) => one.id === option.id) === index)
}

function option(id: PasteOption['id'], label: string, make: () => readonly (PastedBlock | null)[]): PasteOption {
  return {
    id,
    label,
    paste: ({ model }, at) =>
      addPasted(
        model,
        make().filter((block) => block !== null),
        at,
      ),
  }
}

function codeOption(code: string, language: string): PasteOption {
  return option('code', 'Code', () => [codeBlock(code.replace(/\r\n?/g, '\n').replace(/\n+$/, ''), language)])
}

function tableOption(grid: PastedGrid): PasteOption {
  return option('table', 'Table', () => [tableBlock(grid)])
}

/** The paste options of a table: the table itself, and a chart if it contains numbers. */
function tableOptions(grid: PastedGrid): readonly PasteOption[] {
  const cells = chartCellsOf(textsOf(grid).map((row) => row.map(textOf)))
  return [tableOption(grid), ...(cells ? [option('chart', 'Chart', () => [chartBlock(chartOf(cells))])] : [])]
}

function textOf(html: string): string {
  return fragmentOf(html).textContent ?? ''
}

/**
 * A diagram as an inline drawing in the theme's colors, or as a chart if it is a pie. The code that draws it is loaded on
 * first use.
 */
function mermaidOption(source: string): PasteOption {
  return {
    id: 'diagram',
    label: 'Diagram',
    async paste({ model, services }, at) {
      const { drawMermaid, readPie } = await import('../diagrams/draw-mermaid.ts')
      const pie = readPie(source)
      if (pie) return addPasted(model, [chartBlock(pie)], at)
      const drawn = drawMermaid(source)
      if (!drawn) return false
      const [width, height] = [Math.ceil(drawn.width), Math.ceil(drawn.height)]
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawn.markup}</svg>`
      const drawing = drawingFrom(services.sanitize(svg), newUuid().slice(0, 8))
      return drawing !== null && addPasted(model, [drawingBlock(drawing, drawn.alt, width, height)], at)
    },
  }
}

/** Code copied in an editor, recognized by VS Code's format or by a monospace wrapper. */
function codeOptions({ code, html, text }: ClipboardContent): readonly PasteOption[] {
  if (text === null || text.trim() === '') return []
  if (code !== null) return [codeOption(text, code)]
  const isMonospace = html !== null && /^[\s\S]{0,600}<(pre|div)\b[^>]*font-family:[^;"]*monospace/i.test(html)
  return isMonospace ? [codeOption(text, guessLanguage(text))] : []
}

function drawingOptions(text: string): readonly PasteOption[] {
  const source = drawingOf(text)
  if (source === null) return []
  const file = new File([source], 'drawing.svg', { type: 'image/svg+xml' })
  return [pictures([file], 'Drawing'), codeOption(text, 'xml')]
}

function addressOptions(text: string, { html, images }: ClipboardContent): readonly PasteOption[] {
  const address = addressOf(text)
  const embedded = !address && /<iframe\b/i.test(text) ? readFrameAddress(text) : null
  if (embedded && 'value' in embedded && embedded.value !== '') return [page(embedded.value)]
  // A picture copied in a browser comes with its URL and its file. Only the file is used.
  if (address === null || images.length > 0 || (html !== null && /<img\b/i.test(html))) return []
  const link = option('link', 'Link', () => [
    textBlock(fragmentOf(`<p><a href="${escapeAttribute(address)}">${escapeText(address)}</a></p>`)),
  ])
  const kind = addressKind(address)
  const picture: PasteOption = { id: 'picture', label: 'Image', paste: (editor) => insertImageUrl(editor, address) }
  const first = kind === 'picture' ? [picture, link] : [...mediaOptions(address, kind), link, page(address)]
  return first.filter((one) => one.id === 'link' || one.id === 'picture' || address.startsWith('https:'))
}

/** A video or a sound by its URL. Other pages of video sites, such as channels, are pages. */
function mediaOptions(address: string, kind: AddressKind): readonly PasteOption[] {
  if (kind === 'sound') return [option('media', 'Audio', () => [mediaBlock('audio', address)])]
  const src = kind === 'film' ? (embedOf(address) ?? (/\.\w+$/.test(new URL(address).pathname) ? address : null)) : null
  return src === null ? [] : [option('media', 'Video', () => [mediaBlock('video', src, startOf(address))])]
}

function page(address: string): PasteOption {
  return option('page', 'Embedded page', () => [pageBlock(embeddable(address))])
}

function htmlOptions(services: EditorServices, { html, text, images }: ClipboardContent): readonly PasteOption[] {
  if (html === null) return []
  const clean = services.sanitize(copiedHtml(html))
  const grid = gridOfHtml(clean)
  const isTable = grid !== null && (grid.rows.length > 1 || grid.rows[0]!.length > 1)
  const parts = partsOf(clean)
  const picture = /<img[^>]+src="(https:[^"]+)"/.exec(clean)?.[1]?.replaceAll('&amp;', '&')
  if (parts.length === 0) {
    // For a picture copied in a browser, the file is used if present, else the URL.
    if (images.length > 0) return [pictures(images)]
    return picture ? [{ id: 'picture', label: 'Image', paste: (target) => insertImageUrl(target, picture) }] : []
  }
  const blocks = (keepStyle: boolean) =>
    parts.map((part) =>
      part.kind === 'table' ? tableBlock(part.grid) : textBlock(pastedFragment(part.html, { keepStyle })),
    )
  const themed = option('text', isTable ? 'Text' : "Text in the deck's style", () =>
    isTable ? [textBlock(pastedFragment(clean))] : blocks(false),
  )
  const styled = option('styled', 'Keep the style of the source', () => blocks(true))
  const plain = plainOption(text ?? '')
  const best = isTable ? [...tableOptions(grid), themed] : [themed, styled]
  const code = isTable ? [] : perhapsCode(text ?? '')
  return [...best, ...plain, ...code, ...(images.length > 0 ? [pictures(images)] : [])]
}

function pictureOptions({ images }: ClipboardContent): readonly PasteOption[] {
  return images.length > 0 ? [pictures(images)] : []
}

function pictures(files: readonly File[], label = files.length === 1 ? 'Image' : 'Images'): PasteOption {
  return {
    id: 'picture',
    label,
    paste: async (editor, at) => {
      const before = editor.model.getState().deck
      await insertImages(editor, files, at)
      return editor.model.getState().deck !== before
    },
  }
}

function plainOption(text: string): readonly PasteOption[] {
  const words = text.trim()
  return words === '' ? [] : [option('plain', 'Plain text', () => [textBlock(plainFragment(words, document))])]
}

/** The paste options of plain text, by its content. */
function textOptions(text: string): readonly PasteOption[] {
  if (text.trim() === '') return []
  const plain = plainOption(text)
  const diagram = mermaidOf(text)
  if (diagram !== null) return [mermaidOption(diagram), ...plain, codeOption(diagram, '')]
  const formula = formulaOf(text)
  if (formula !== null) return [option('formula', 'Formula', () => [formulaBlock(formula)]), ...plain]
  const fenced = fencedCode(text)
  if (fenced) return [codeOption(fenced.code, fenced.language || guessLanguage(fenced.code)), ...plain]
  const grid = gridOfText(text) ?? gridOfCsv(text)
  if (grid) return [...tableOptions(grid), ...plain]
  const language = text.trim().includes('\n') ? guessLanguage(text, surelyCode) : ''
  if (language !== '') return [codeOption(text, language), ...plain]
  const code = perhapsCode(text)
  if (!isMarkdown(text)) return [...plain, ...code]
  const marked = option('text', "Text in the deck's style", () => [textBlock(pastedFragment(markdownHtml(text)))])
  return [marked, ...plain, ...code]
}

/** Offers code as an additional option, for text that may be code. */
function perhapsCode(text: string): readonly PasteOption[] {
  return mayBeCode(text) ? [codeOption(text, guessLanguage(text))] : []
}
