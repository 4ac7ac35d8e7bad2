import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Frame } from '../../document/deck-model.ts'
import { newBlock } from '../commands/new-block.ts'
import { type FlowElement, fragmentOf, markupOf, type Place, styleOf } from './flow-elements.ts'

/** Blocks for the elements of a slide's flow. */

const round = (value: number): number => Math.round(value * 100) / 100

function frameAt({ x, y, width, height }: Place, grows: boolean): Frame {
  return { x: round(x), y: round(y), width: round(width), height: grows ? null : round(height), rotation: 0 }
}

type Style = (readonly [string, string])[]

function textBlock({ element }: FlowElement): Block {
  const style = styleOf(element)
  const parent = styleOf(element.parentElement!)
  const text: PropsOf<'text'> = {
    html: markupOf(element),
    fit: 'none',
    verticalAlign: 'top',
    padding: 0,
    placeholder: '',
  }
  const block = newBlock('text', text as never)
  const declarations: Style = [['font-size', parent.fontSize]]
  if (!/^(?:start|left)$/.test(style.textAlign)) declarations.push(['text-align', style.textAlign])
  return { ...block, style: declarations }
}

/** What a picture's box draws around it. */
function paintOf(style: CSSStyleDeclaration): Style {
  const names = ['border', 'box-shadow', 'background-color', 'padding', 'opacity'] as const
  const plain = {
    border: /^0px/,
    'box-shadow': /^none$/,
    'background-color': /, 0\)$/,
    padding: /^0px$/,
    opacity: /^1$/,
  }
  return names.flatMap((name): Style => {
    const value = style.getPropertyValue(name)
    return value === '' || plain[name].test(value) ? [] : [[name, value]]
  })
}

function imageBlock({ element }: FlowElement): Block {
  const style = styleOf(element)
  const fit = style.objectFit === 'contain' || style.objectFit === 'cover' ? style.objectFit : 'fill'
  const missing = element.dataset.lMissing
  const link = element.closest('a')?.getAttribute('href') ?? ''
  const props: Partial<PropsOf<'image'>> = {
    src: missing === undefined ? (element.getAttribute('src') ?? '') : '',
    alt: missing === undefined ? (element.getAttribute('alt') ?? '') : missing,
    radius: Math.round(Number.parseFloat(style.borderRadius)) || 0,
    ...{ fit, link },
  }
  const block = { ...newBlock('image', props), style: paintOf(style) }
  return missing === undefined ? block : { ...block, name: missing }
}

function codeBlock({ element }: FlowElement): Block {
  const code = element.querySelector<HTMLElement>('code')!
  const numbers = code.dataset.lineNumbers ?? ''
  const props: Partial<PropsOf<'code'>> = {
    code: (code.textContent ?? '').replace(/\n$/, ''),
    language: code.dataset.language ?? '',
    lineNumbers: element.dataset.lNumbers === 'on',
    steps: /\d/.test(numbers) ? numbers : '',
  }
  return { ...newBlock('code', props), style: [['font-size', styleOf(code).fontSize]] }
}

/** A row's cells, with null where a merged cell covers a place. */
function tableRows(table: HTMLTableElement): PropsOf<'table'>['rows'] | null {
  const rows: (PropsOf<'table'>['rows'][number][number] | undefined)[][] = [...table.rows].map(() => [])
  for (const [y, row] of [...table.rows].entries()) {
    let x = 0
    for (const cell of row.cells) {
      while (rows[y]![x] !== undefined) x++
      const align = styleOf(cell).textAlign
      const style = /^(?:center|right)$/.test(align) ? [['text-align', align] as const] : []
      rows[y]![x] = { html: cell.innerHTML.trim(), style, columns: cell.colSpan, rows: cell.rowSpan }
      for (let dy = 0; dy < cell.rowSpan; dy++)
        for (let dx = 0; dx < cell.colSpan; dx++) if ((dx > 0 || dy > 0) && rows[y + dy]) rows[y + dy]![x + dx] = null
      x += cell.colSpan
    }
  }
  const width = rows[0]?.length ?? 0
  const isComplete = width > 0 && rows.every((row) => row.length === width && !row.includes(undefined))
  return isComplete ? (rows as PropsOf<'table'>['rows']) : null
}

function tableBlock(flow: FlowElement): Block {
  const table = flow.element as HTMLTableElement
  const rows = tableRows(table)
  if (!rows || table.caption) return otherBlock(flow)
  const first = table.rows[0]!
  const cell = first.cells[0]!
  const widths = [...first.cells].every(({ colSpan }) => colSpan === 1)
    ? [...first.cells].map((one) => round((one.getBoundingClientRect().width / flow.place.width) * 100))
    : []
  const border = styleOf(cell)
  const props: Partial<PropsOf<'table'>> = {
    rows,
    headerRow: [...first.cells].every(({ localName }) => localName === 'th'),
    widths,
    look: 'lines',
    padding: Math.round(Number.parseFloat(border.paddingTop)) || 0,
    borderWidth: Math.round(Number.parseFloat(border.borderBottomWidth)) || 0,
    borderColor: border.borderBottomColor,
  }
  return { ...newBlock('table', props), style: [['font-size', styleOf(table).fontSize]] }
}

function mediaBlock({ kind, element }: FlowElement): Block {
  const source = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? ''
  const has = (name: string) => element.hasAttribute(name)
  if (kind === 'iframe')
    return newBlock('iframe', { src: source, title: element.getAttribute('title') ?? 'Embedded page' })
  const props = { src: source, controls: has('controls'), loop: has('loop'), autoplay: has('data-autoplay') }
  return kind === 'audio'
    ? newBlock('audio', props)
    : newBlock('video', { ...props, muted: has('muted'), poster: element.getAttribute('poster') ?? '' })
}

/** What has no block of its own stands in a frame as it is. */
function otherBlock({ element, place }: FlowElement): Block {
  const copy = element.cloneNode(true) as HTMLElement
  copy.style.margin = '0'
  if (element.localName !== 'svg') {
    copy.style.boxSizing = 'border-box'
    copy.style.width = `${round(place.width)}px`
  }
  const block = newBlock('snippet', { html: markupOf(copy) })
  const style = styleOf(element.parentElement!)
  return {
    ...block,
    style: [
      ['font-size', style.fontSize],
      ['text-align', styleOf(element).textAlign],
    ],
  }
}

const makers = {
  text: textBlock,
  image: imageBlock,
  code: codeBlock,
  table: tableBlock,
  iframe: mediaBlock,
  video: mediaBlock,
  audio: mediaBlock,
  other: otherBlock,
} as const

/** The place of a code block: as high as its lines and padding need, unless the code was scrolled before. */
function placeOfCode({ element, place }: FlowElement): Place {
  const code = element.querySelector<HTMLElement>('code')!
  const lines = (code.textContent ?? '').replace(/\n$/, '').split('\n').length
  const needed = (lines * 1.45 + 1.8) * Number.parseFloat(styleOf(code).fontSize)
  const isScrolled = code.scrollHeight > code.clientHeight + 1
  if (isScrolled || !(needed > place.height)) return place
  return { ...place, y: Math.max(0, place.y - (needed - place.height) / 2), height: needed }
}

const growing: readonly string[] = ['text', 'table']

/** The block of an element, where it stands. */
export function blockFor(flow: FlowElement): Block {
  const block = makers[flow.kind](flow)
  const animated = flow.element.dataset.id
  return {
    ...block,
    frame: frameAt(flow.kind === 'code' ? placeOfCode(flow) : flow.place, growing.includes(block.type)),
    fragment: fragmentOf(flow.element),
    attributes: animated ? [...block.attributes, ['data-id', animated]] : block.attributes,
  }
}

/** Properties that a text box may set, and whose value it may lose when it leaves the flow. */
const compared = ['color', 'font-family', 'font-weight', 'letter-spacing', 'line-height', 'text-align'] as const

/**
 * Moves a block that was drawn in its frame so that its element stands exactly where it was, with the styles it had.
 * `before`: as measured in the flow.
 */
export function corrected(
  block: Block,
  drawn: HTMLElement,
  before: FlowElement,
  styles: Readonly<Record<string, string>>,
  place: Place,
): Block {
  if (!block.frame || block.type !== 'text') return block
  const now = styleOf(drawn)
  const changed = compared.filter((name) => now.getPropertyValue(name) !== styles[name])
  const kept = block.style.filter(([name]) => !changed.includes(name as (typeof compared)[number]))
  const added = changed.map((name): readonly [string, string] => [name, unitless(name, styles)])
  const { x, y, width } = block.frame
  const frame = {
    ...block.frame,
    x: round(x + before.place.x - place.x),
    y: round(y + before.place.y - place.y),
    width: round(width + before.place.width - place.width + (width === before.place.width ? 0.5 : 0)),
  }
  return { ...block, frame, style: [...kept, ...added] }
}

/** A line height as a factor, so that it scales with the text. */
function unitless(name: string, styles: Readonly<Record<string, string>>): string {
  const value = styles[name]!
  const [height, size] = [Number.parseFloat(value), Number.parseFloat(styles['font-size'] ?? '')]
  return name === 'line-height' && value.endsWith('px') && size > 0
    ? String(Math.round((height / size) * 1000) / 1000)
    : value
}

/** The styles of an element that its block must keep. */
export function keptStyles(element: HTMLElement): Readonly<Record<string, string>> {
  const style = styleOf(element)
  return Object.fromEntries([...compared, 'font-size'].map((name) => [name, style.getPropertyValue(name)]))
}
