import { messages } from '../../rules/messages.ts'
import { boundFilter } from './css/filter-values.ts'
import { cleanStyle } from './css/style-attribute.ts'
import { slideLimits, svgFilterLimits, svgLimits } from './limits.ts'
import { isLargerThan } from './parse-bounded.ts'
import { type Removal, RemovalList } from './removals.ts'
import { SanitizeError } from './sanitize-error.ts'
import { svgFileElements } from './schema.ts'
import { cleanSvgAttribute, prefixReferences, svgId } from './svg-attributes.ts'
import { boundFilterAttribute, type DrawingSize, patternRefusal, readFilters, type SvgFilters } from './svg-filters.ts'
import { checkShapes } from './svg-shapes.ts'
import { svgSize } from './svg-size.ts'
import { appliedStyles, type SvgStyles, svgStyles } from './svg-style.ts'
import { checkUses, type DrawCounts } from './svg-uses.ts'
import type { UrlPolicy } from './urls.ts'
import { parseSvgXml, type XmlElement } from './xml.ts'

interface FileState {
  readonly removals: RemovalList
  readonly policy: UrlPolicy
  readonly styles: SvgStyles
  /** Sanitized style attributes, by their source. */
  readonly cleaned: Map<string, string>
  readonly drawn: DrawCounts
  readonly filters: SvgFilters
  /** Filter cost so far, each filter counted as often as it is drawn. */
  filterWork: number
  readonly size: DrawingSize
  readonly path: string[]
  readonly parts: string[]
  length: number
}

const textElements: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath'])
const referring: ReadonlySet<string> = new Set([
  'use',
  'textPath',
  'linearGradient',
  'radialGradient',
  'pattern',
  'filter',
])

/**
 * Sanitizes an uploaded SVG and serializes it as a file: nothing that runs, loads, links or animates; references only
 * within the file; always viewBox, width and height. Throws SanitizeError with a message for the user.
 */
export function sanitizeSvgFile(
  source: string,
  options: { readonly mediaHosts: readonly string[]; readonly appHosts: readonly string[] },
): { html: string; removed: readonly Removal[]; notes: readonly [] } {
  if (isLargerThan(source, svgLimits.bytes)) throw new SanitizeError('too-large', 'The drawing is too large')
  if (!/<(?:[\w.-]+:)?svg[\s/>]/.test(source)) throw new SanitizeError('svg-missing', messages.media.svgMissing)
  const root = parseSvgXml(source.toWellFormed().replace(/^\ufeff/, ''))
  if (root?.name !== 'svg') throw new SanitizeError('svg-missing', messages.media.svgMissing)
  const removals = new RemovalList()
  const policy = { mediaHosts: options.mediaHosts, appHosts: options.appHosts, dataUrl: slideLimits.dataUrl }
  const styles = svgStyles(styleSheets(root), policy)
  const size = svgSize(root)
  const [, , width = 1, height = 1] = (size[1]?.[1] ?? '').split(' ').map(Number)
  const applied = appliedStyles(styles, policy)
  const drawn = checkUses(root, applied)
  checkShapes(root, { width, height }, applied, drawn)
  const state: FileState = {
    removals,
    policy,
    styles,
    cleaned: new Map(),
    drawn,
    filters: readFilters(root, { width, height }, styles),
    filterWork: 0,
    size: { width, height },
    path: [],
    parts: [],
    length: 0,
  }
  removals.locate = () => ({ slide: null, where: state.path.join(' > ') })
  writeElement(root, 'svg', size, state)
  return { html: state.parts.join(''), removed: removals.list, notes: [] }
}

function styleSheets(root: XmlElement): string[] {
  const sheets: string[] = []
  const visit = (element: XmlElement) => {
    if (element.name === 'style') sheets.push(element.children.filter((child) => typeof child === 'string').join(''))
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return sheets
}

function emit(state: FileState, markup: string): void {
  state.length += markup.length
  if (state.length > svgLimits.bytes) throw new SanitizeError('too-large', 'The drawing is too large')
  state.parts.push(markup)
}

function writeElement(
  element: XmlElement,
  name: string,
  extra: readonly (readonly [string, string])[],
  state: FileState,
): void {
  state.path.push(name)
  let markup = `<${name}`
  for (const [key, value] of [...extra, ...cleanAttributes(element, name, state)])
    markup += ` ${key}="${escapeXml(value)}"`
  emit(state, markup)
  const before = state.parts.length
  emit(state, '>')
  for (const child of element.children) writeChild(child, name, state)
  if (state.parts.length === before + 1) state.parts[before] = '/>'
  else emit(state, `</${name}>`)
  state.path.pop()
}

function writeChild(child: XmlElement | string, parent: string, state: FileState): void {
  if (typeof child === 'string') {
    if (textElements.has(parent)) emit(state, escapeXml(child))
    return
  }
  const { name } = child
  if (name === 'a' || name === 'switch') {
    state.removals.add('element', name, '', 'this element is not allowed in drawings; what was in it is kept')
    for (const inner of child.children) writeChild(inner, parent, state)
  } else if (name !== null && svgFileElements.has(name) && !state.drawn.recursive.has(child)) {
    const refused = state.filters.refusal(child) ?? patternRefusal(child, state.size)
    if (refused === null) writeElement(child, name, [], state)
    else state.removals.add('element', name, '', refused)
  } else if (name !== null && !silentlyRemoved.has(name))
    state.removals.add(
      'element',
      name,
      '',
      name === 'script' ? 'scripts are not allowed' : 'this element is not allowed in drawings',
    )
}

/** Metadata that every drawing program writes, removed without a report; `style` is inlined into the elements. */
const silentlyRemoved: ReadonlySet<string> = new Set(['metadata', 'title', 'desc', 'style'])

function cleanAttributes(element: XmlElement, tag: string, state: FileState): [string, string][] {
  const allowed: [string, string][] = []
  const seen = new Set<string>(tag === 'svg' && state.path.length === 1 ? ['xmlns', 'viewBox', 'width', 'height'] : [])
  let style = state.styles(element)
  for (const [name, value] of element.attributes) {
    if (name === 'style') style = `${style} ${value}`
    else if (!seen.has(name)) keepAttribute(tag, name, value, state, seen, allowed)
  }
  const cleaned = style === '' ? '' : cleanStyleOnce(style, state)
  return mayFilter(element, allowed, cleaned, state)
    ? withStyle(allowed, cleaned)
    : withoutFilters(allowed, style, state)
}

const withStyle = (allowed: [string, string][], style: string): [string, string][] =>
  style === '' ? allowed : [...allowed, ['style', style]]

/** Whether an element's filters are within the file's budget; if so, they are charged to it. */
function mayFilter(
  element: XmlElement,
  allowed: readonly [string, string][],
  style: string,
  state: FileState,
): boolean {
  const attribute = allowed.find(([name]) => name === 'filter')?.[1]
  if (attribute === undefined && !style.includes('filter:')) return true
  const around = state.drawn.reachAround(element, state.filters.reach)
  const own =
    state.filters.work(style, around) +
    (attribute === undefined ? 0 : state.filters.work(`filter: ${attribute}`, around))
  if (own === 0) return true
  const work = own * state.drawn.drawCount(element)
  // Infinity: a filter that does not exist is refused even on elements that are never drawn.
  if (!Number.isFinite(own) || state.filterWork + work > svgFilterLimits.work) return false
  state.filterWork += work
  return true
}

/** The attributes and style without the filter. */
function withoutFilters(allowed: readonly [string, string][], style: string, state: FileState): [string, string][] {
  const filter = allowed.find(([name]) => name === 'filter')
  if (filter) state.removals.add('attribute', 'filter', filter[1], 'there are too many filters')
  const without = allowed.filter((attribute) => attribute !== filter)
  return withStyle(
    without,
    style === '' ? '' : cleanStyle(prefixReferences(style), state.policy, state.removals, false),
  )
}

function keepAttribute(
  tag: string,
  name: string,
  value: string,
  state: FileState,
  seen: Set<string>,
  allowed: [string, string][],
): void {
  const plain = name === 'xlink:href' ? 'href' : name
  if (seen.has(plain)) return
  const cleaned = cleanFileAttribute(tag, plain, value, state)
  if (cleaned !== null) {
    seen.add(plain)
    allowed.push([plain, cleaned])
  } else if (!isSilent(name)) state.removals.add('attribute', name, value, reasonFor(name))
}

function cleanFileAttribute(tag: string, name: string, value: string, state: FileState): string | null {
  if (name === 'id') return svgId(value)
  if (name === 'xml:space') return value === 'preserve' ? value : null
  if (name === 'href') {
    const target = referring.has(tag) && value.trim().startsWith('#') ? svgId(value.trim().slice(1)) : null
    return target === null ? null : `#${target}`
  }
  const cleaned = cleanSvgAttribute(name, value, true, state.policy)
  if (cleaned === null) return null
  return name === 'filter' ? boundFilter(cleaned, true) : boundFilterAttribute(name, cleaned, state.size)
}

/** Attributes of drawing programs, namespaces, and classes (their styles are inlined). */
const isSilent = (name: string): boolean =>
  name.includes(':')
    ? !name.startsWith('xlink:')
    : /^(?:xmlns|version|class|baseProfile|data-.*|aria-.*|role)$/.test(name)

const reasonFor = (name: string): string => {
  if (name.startsWith('on')) return 'scripts are not allowed'
  return name.endsWith('href')
    ? 'drawings may refer only to their own parts'
    : 'this attribute is not allowed in drawings'
}

function cleanStyleOnce(style: string, state: FileState): string {
  const cached = state.cleaned.get(style)
  if (cached !== undefined) return cached
  const cleaned = cleanStyle(prefixReferences(style), state.policy, state.removals)
  state.cleaned.set(style, cleaned)
  return cleaned
}

const escapeXml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;')
    .replace(/\t/g, '&#9;')
