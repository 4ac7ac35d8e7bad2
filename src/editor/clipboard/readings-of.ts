import { guessLanguage } from '../../blocks/code/guess-language.ts'
import { embeddable, readFrameAddress } from '../../blocks/iframe/frame-address.ts'
import { drawingFrom } from '../../blocks/image/drawing.ts'
import { gridOfCsv, gridOfHtml, gridOfText, type PastedGrid, textsOf } from '../../blocks/table/pasted-grid.ts'
import { escapeAttribute, escapeText } from '../../document/html.ts'
import { newUuid } from '../../document/ids.ts'
import { pasteBlocks } from '../actions/clipboard-blocks.ts'
import type { ClipboardContent } from '../actions/clipboard-content.ts'
import { insertImages, insertImageUrl } from '../actions/insert-images.ts'
import { chartDataOf } from '../diagrams/chart-data.ts'
import type { ChartKind } from '../diagrams/draw-chart.ts'
import type { DrawnDiagram } from '../diagrams/svg-parts.ts'
import { fragmentOf } from '../html/markup.ts'
import type { EditorServices } from '../state/services.ts'
import { pastedFragment, plainFragment } from '../text/pasted-text.ts'
import {
  addPasted,
  codeBlock,
  drawingBlock,
  formulaBlock,
  type PastedBlock,
  pageBlock,
  tableBlock,
  textBlock,
} from './add-pasted.ts'
import { partsOf } from './html-parts.ts'
import { fencedCode, isMarkdown, markdownHtml } from './markdown.ts'
import { copiedHtml } from './office-html.ts'
import type { Reading } from './reading.ts'
import { addressKind, addressOf, drawingOf, formulaOf, mayBeCode, mermaidOf } from './text-kinds.ts'

/** So many signs of a language make a text code that nobody said to be code. */
const surelyCode = 4

/**
 * All ways of reading what a clipboard holds, the best first: our own blocks; code of an editor; a drawing; an address;
 * what is meant by HTML before the picture that office programs put beside it; pictures; and what plain text looks like.
 * Throws an Error with words for the person when the HTML is too much to take.
 */
export function readingsOf(services: EditorServices, content: ClipboardContent): readonly Reading[] {
  const { own, html, text } = content
  const blocks = own ?? (html !== null && /data-block-type=/.test(html) ? html : null)
  if (blocks !== null) return [{ id: 'blocks', label: 'Blocks', paste: (target) => pasteBlocks(target, blocks) }]
  const fromHtml = htmlReadings(services, content)
  const fromText = textReadings(text ?? '')
  // HTML that says nothing but where lines end is the program's way of copying plain text.
  const isBare = html === null || !/<(?!\/?(html|head|body|meta|p|div|span|br|pre)\b|!)/i.test(html)
  const readings = [
    ...codeReadings(content),
    ...drawingReadings(text ?? ''),
    ...addressReadings(text ?? '', content),
    ...(isBare && fromText[0]?.id !== 'plain' ? fromText.filter((one) => one.id !== 'plain') : []),
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
    paste: ({ model }, at) =>
      addPasted(
        model,
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

/** Drawn as it is: a table of numbers in several ways, each on request. */
function tableReadings(grid: PastedGrid): readonly Reading[] {
  const data = chartDataOf(textsOf(grid).map((row) => row.map(textOf)))
  const isWhole = data?.series.length === 1 && data.series[0]!.values.every((value) => value !== null && value >= 0)
  const chart = (id: ChartKind, label: string): Reading =>
    diagramReading(id, label, async () => (await import('../diagrams/draw-chart.ts')).drawChart(id, data!))
  const charts = data ? [chart('columns', 'Column chart'), chart('lines', 'Line chart')] : []
  return [tableReading(grid), ...charts, ...(data && isWhole ? [chart('pie', 'Pie chart')] : [])]
}

function textOf(html: string): string {
  return fragmentOf(html).textContent ?? ''
}

function mermaidReading(source: string): Reading {
  return diagramReading('diagram', 'Diagram', async () =>
    (await import('../diagrams/draw-mermaid.ts')).drawMermaid(source),
  )
}

/** A drawing in the slide, in the colors of its theme; what draws it is loaded when it is first wanted. */
function diagramReading(id: Reading['id'], label: string, draw: () => Promise<DrawnDiagram | null>): Reading {
  return {
    id,
    label,
    async paste({ model, services }, at) {
      const drawn = await draw()
      if (!drawn) return false
      const [width, height] = [Math.ceil(drawn.width), Math.ceil(drawn.height)]
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawn.markup}</svg>`
      const drawing = drawingFrom(services.sanitize(svg), newUuid().slice(0, 8))
      return drawing !== null && addPasted(model, [drawingBlock(drawing, drawn.alt, width, height)], at)
    },
  }
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
  const picture: Reading = { id: 'picture', label: 'Image', paste: (editor) => insertImageUrl(editor, address) }
  const first = kind === 'picture' ? [picture, link] : kind === 'film' ? [page(address), link] : [link, page(address)]
  return first.filter((one) => one.id !== 'page' || address.startsWith('https:'))
}

function page(address: string): Reading {
  return reading('page', 'Embedded page', () => [pageBlock(embeddable(address))])
}

function htmlReadings(services: EditorServices, { html, text, images }: ClipboardContent): readonly Reading[] {
  if (html === null) return []
  const clean = services.sanitize(copiedHtml(html))
  const grid = gridOfHtml(clean)
  const isTable = grid !== null && (grid.rows.length > 1 || grid.rows[0]!.length > 1)
  const parts = partsOf(clean)
  const picture = /<img[^>]+src="(https:[^"]+)"/.exec(clean)?.[1]?.replaceAll('&amp;', '&')
  if (parts.length === 0) {
    // A picture of a page: the file itself, if it came along.
    if (images.length > 0) return [pictures(images)]
    return picture ? [{ id: 'picture', label: 'Image', paste: (target) => insertImageUrl(target, picture) }] : []
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
  const best = isTable ? [...tableReadings(grid), themed] : [themed, styled]
  const code = isTable ? [] : perhapsCode(text ?? '')
  return [...best, ...plain, ...code, ...(images.length > 0 ? [pictures(images)] : [])]
}

function pictureReadings({ images }: ClipboardContent): readonly Reading[] {
  return images.length > 0 ? [pictures(images)] : []
}

function pictures(files: readonly File[], label = files.length === 1 ? 'Image' : 'Images'): Reading {
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

function plainReading(text: string): readonly Reading[] {
  const words = text.trim()
  return words === '' ? [] : [reading('plain', 'Plain text', () => [textBlock(plainFragment(words, document))])]
}

/** What text without any marks of its own looks like. */
function textReadings(text: string): readonly Reading[] {
  if (text.trim() === '') return []
  const plain = plainReading(text)
  const diagram = mermaidOf(text)
  if (diagram !== null) return [mermaidReading(diagram), ...plain, codeReading(diagram, '')]
  const formula = formulaOf(text)
  if (formula !== null) return [reading('formula', 'Formula', () => [formulaBlock(formula)]), ...plain]
  const fenced = fencedCode(text)
  if (fenced) return [codeReading(fenced.code, fenced.language || guessLanguage(fenced.code)), ...plain]
  const grid = gridOfText(text) ?? gridOfCsv(text)
  if (grid) return [...tableReadings(grid), ...plain]
  const language = text.trim().includes('\n') ? guessLanguage(text, surelyCode) : ''
  if (language !== '') return [codeReading(text, language), ...plain]
  const code = perhapsCode(text)
  if (!isMarkdown(text)) return [...plain, ...code]
  const marked = reading('text', "Text in the deck's style", () => [textBlock(pastedFragment(markdownHtml(text)))])
  return [marked, ...plain, ...code]
}

/** Code as one more way of reading a text that does not look like prose alone. */
function perhapsCode(text: string): readonly Reading[] {
  return mayBeCode(text) ? [codeReading(text, guessLanguage(text))] : []
}
