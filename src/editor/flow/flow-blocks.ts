import type { PropsOf } from '../../blocks/index.ts'
import { customIdAttribute } from '../../document/custom-ids.ts'
import type { Block, Fragment, Frame } from '../../document/deck-model.ts'
import { fragmentClasses } from '../../rules/fragment-styles.ts'
import { newBlock } from '../commands/new-block.ts'
import { codeBlock } from './flow-code.ts'
import { bareCopy, type FlowElement, type FlowKind, fragmentOf, type Place, styleOf, texts } from './flow-elements.ts'
import { missingMark } from './has-missing-files.ts'

/** Blocks for the elements of a slide's flow. */

const round = (value: number): number => Math.round(value * 100) / 100

function frameAt({ x, y, width, height }: Place, grows: boolean): Frame {
  return { x: round(x), y: round(y), width: round(width), height: grows ? null : round(height), rotation: 0 }
}

type Style = (readonly [string, string])[]

/** Without widths of its own, which its block has. */
function withoutWidth(copy: HTMLElement): HTMLElement {
  for (const name of ['width', 'min-width', 'max-width', 'box-sizing']) copy.style.removeProperty(name)
  if (copy.getAttribute('style') === '') copy.removeAttribute('style')
  return copy
}

/** Words of a box as a paragraph. */
function asParagraph(copy: HTMLElement): HTMLElement {
  if (copy.matches(texts)) return copy
  const paragraph = copy.ownerDocument.createElement('p')
  for (const { name, value } of copy.attributes) paragraph.setAttribute(name, value)
  paragraph.append(...copy.childNodes)
  return paragraph
}

function textBlock({ element }: FlowElement): Block {
  const style = styleOf(element)
  const parent = styleOf(element.parentElement!)
  const text: PropsOf<'text'> = {
    html: asParagraph(withoutWidth(unplaced(element))).outerHTML,
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

/** The radius of a picture's corners in px; 0 for ellipses, which its block does not have. */
function radiusOf({ borderTopLeftRadius }: CSSStyleDeclaration, { width, height }: Place): number {
  const radius = Number.parseFloat(borderTopLeftRadius) || 0
  if (!borderTopLeftRadius.endsWith('%')) return Math.round(radius)
  return Math.abs(width - height) < 1 ? Math.round((radius * width) / 100) : 0
}

/** What a picture's box draws around it. */
function paintOf(style: CSSStyleDeclaration, radius: number, isStep: boolean): Style {
  const names = ['border', 'box-shadow', 'background-color', 'padding', 'opacity'] as const
  const plain = {
    border: /^0px/,
    'box-shadow': /^none$/,
    'background-color': /, 0\)$/,
    padding: /^0px$/,
    opacity: /^1$/,
  }
  const painted = names.flatMap((name): Style => {
    const value = style.getPropertyValue(name)
    const isOfStep = isStep && name === 'opacity'
    return value === '' || isOfStep || plain[name].test(value) ? [] : [[name, value]]
  })
  return painted.length > 0 && radius > 0 ? [...painted, ['border-radius', `${radius}px`]] : painted
}

function imageBlock({ element, place }: FlowElement): Block {
  const style = styleOf(element)
  const radius = radiusOf(style, place)
  const fit = style.objectFit === 'contain' || style.objectFit === 'cover' ? style.objectFit : 'fill'
  const link = element.closest('a')?.getAttribute('href') ?? ''
  const props: Partial<PropsOf<'image'>> = {
    src: element.getAttribute('src') ?? '',
    alt: element.getAttribute('alt') ?? '',
    ...{ radius, fit, link },
  }
  const block = { ...newBlock('image', props), style: paintOf(style, radius, element.classList.contains('fragment')) }
  const missing = element.getAttribute(missingMark)
  return missing === null ? block : { ...block, name: missing }
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
  if (!rows || table.caption || table.querySelector(`[${missingMark}]`)) return otherBlock(flow)
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

/** Styles of an element's own that would place it in its block as they did in the flow. */
const placing = ['position', 'top', 'right', 'bottom', 'left', 'inset', 'float', 'clear', 'margin', 'align-self']

/** A copy of an element that stands where its block is. */
function unplaced(element: HTMLElement): HTMLElement {
  const copy = bareCopy(element)
  for (const name of placing) copy.style.removeProperty(name)
  const { position, float } = styleOf(element)
  if (position === 'absolute' || position === 'fixed') copy.style.position = 'relative'
  if (float !== 'none') copy.style.float = 'none'
  if (copy.getAttribute('style') === '') copy.removeAttribute('style')
  return copy
}

/** A copy within the link that its picture has. */
function withLink(copy: HTMLElement, { parentElement }: HTMLElement): HTMLElement {
  if (parentElement?.localName !== 'a') return copy
  const link = bareCopy(parentElement)
  link.style.display = 'block'
  link.replaceChildren(copy)
  return link
}

/** What has no block of its own, or would look different in one, stands in a frame as it is. */
function otherBlock({ element, place }: FlowElement): Block {
  const copy = unplaced(element)
  copy.style.margin = '0'
  if (copy.style.position === 'relative') copy.style.inset = 'auto'
  if (element.localName !== 'svg') {
    copy.style.boxSizing = 'border-box'
    copy.style.width = `${round(place.width)}px`
    if (copy.style.height.endsWith('%')) copy.style.height = `${round(place.height)}px`
  }
  const block = newBlock('snippet', { html: withLink(copy, element).outerHTML })
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

const growing: readonly string[] = ['text', 'table']

/** Attributes that blocks have as properties, or that the canvas adds. */
const known = /^data-(?:id$|block|l-|fragment|src|autoplay|language|line-numbers|latex|auto-animate-target)/

/** The element's own attributes, for the wrapper of a block that renders its content anew. */
function ownAttributes({ attributes }: HTMLElement): Block['attributes'] {
  return [...attributes]
    .filter(({ name }) => name.startsWith('data-') && !known.test(name))
    .map(({ name, value }) => [name, value] as const)
}

/** Further styles of a step, such as those that highlight what grows. */
function otherSteps(element: HTMLElement, { style }: Fragment): readonly string[] {
  const { classList } = element.closest('.fragment')!
  return [...fragmentClasses, 'custom'].filter((name) => name !== '' && name !== style && classList.contains(name))
}

/** The block of an element, where it stands. `kind` 'other': the element as it is, in a frame. */
export function blockFor(flow: FlowElement, kind: FlowKind = flow.kind): Block {
  const { element, names } = flow
  const block = makers[kind]({ ...flow, kind })
  const fragment = fragmentOf(element)
  // Markup keeps its own attributes.
  const isMarkup = block.type === 'text' || block.type === 'snippet'
  const customId = isMarkup && element.dataset.lId !== undefined ? undefined : names.customId
  const attributes: [string, string][] = []
  if (customId !== undefined) attributes.push([customIdAttribute, customId])
  if (names.id !== undefined) attributes.push(['data-id', names.id])
  return {
    ...block,
    frame: frameAt(flow.place, growing.includes(block.type)),
    fragment,
    classes: fragment ? [...block.classes, ...otherSteps(element, fragment)] : block.classes,
    attributes: [...block.attributes, ...(isMarkup ? [] : ownAttributes(element)), ...attributes],
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
  if (!block.frame || (block.type !== 'text' && block.type !== 'snippet')) return block
  const { x, y, width } = block.frame
  const shifted = { ...block.frame, x: round(x + before.place.x - place.x), y: round(y + before.place.y - place.y) }
  if (block.type === 'snippet') return { ...block, frame: shifted }
  const now = styleOf(drawn)
  const changed = compared.filter((name) => now.getPropertyValue(name) !== styles[name])
  const kept = block.style.filter(([name]) => !changed.includes(name as (typeof compared)[number]))
  const added = changed.map((name): readonly [string, string] => [name, unitless(name, styles)])
  const wider = width === before.place.width ? 0.5 : 0
  const frame = { ...shifted, width: round(width + before.place.width - place.width + wider) }
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
