import { limits } from '../../rules/limits.ts'
import { plainText } from './attribute-values.ts'
import { svgLimits } from './limits.ts'
import { SanitizeError } from './sanitize-error.ts'

/** An element of an XML file. */
export interface XmlElement {
  /** Local name if the element is in the namespace of the rules; null for other namespaces. */
  readonly name: string | null
  /** The name as written. */
  readonly tag: string
  /** Names as written, values with entities resolved. */
  readonly attributes: readonly (readonly [string, string])[]
  readonly children: (XmlElement | string)[]
}

/** What is read of XML. */
export interface XmlRules {
  readonly nodes: number
  readonly depth: number
  /** Attributes of one element. */
  readonly attributes: number
  /** Elements of others have no name, and those without any are of it; null: all elements have their local name. */
  readonly namespace: string | null
  /** Skips doctypes instead of refusing them. */
  readonly doctype: boolean
}

const svgNamespace = 'http://www.w3.org/2000/svg'
const namePattern = /[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?/y
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const svgRules: XmlRules = {
  nodes: svgLimits.nodes,
  depth: svgLimits.depth,
  attributes: limits.slide.attributes,
  namespace: svgNamespace,
  doctype: true,
}

/** The namespaces of prefixes, innermost first. */
interface Scope {
  readonly outer: Scope | null
  readonly names: ReadonlyMap<string, string>
}

interface Open {
  readonly element: XmlElement
  readonly scope: Scope | null
}

interface Reader {
  readonly source: string
  readonly rules: XmlRules
  position: number
  nodes: number
  readonly open: Open[]
  root: XmlElement | null
}

const invalid = (): SanitizeError => new SanitizeError('svg-invalid', 'Invalid SVG: the file is not well-formed')

/** Parses an SVG file, as parseXml does. */
export function parseSvgXml(source: string): XmlElement | null {
  return parseXml(source, svgRules)
}

/**
 * Parses XML. Doctypes and their entities are refused, or skipped unread, so they can neither fetch nor expand anything.
 * Null if the file has no root element. Throws SanitizeError if it is not well-formed or exceeds the rules.
 */
export function parseXml(source: string, rules: XmlRules): XmlElement | null {
  const reader: Reader = { source, rules, position: 0, nodes: 0, open: [], root: null }
  while (reader.position < source.length) {
    const next = source.indexOf('<', reader.position)
    addText(reader, decode(source.slice(reader.position, next < 0 ? source.length : next)))
    if (next < 0) break
    reader.position = next
    readMarkup(reader)
  }
  if (reader.open.length > 0) throw invalid()
  return reader.root
}

function addText(reader: Reader, text: string): void {
  if (text !== '') reader.open.at(-1)?.element.children.push(text)
}

function readMarkup(reader: Reader): void {
  const { source, position } = reader
  if (source.startsWith('<!--', position)) skipTo(reader, '-->')
  else if (source.startsWith('<?', position)) skipTo(reader, '?>')
  else if (source.startsWith('<![CDATA[', position)) {
    skipTo(reader, ']]>')
    addText(reader, plainText(source.slice(position + 9, reader.position - 3)))
  } else if (source.startsWith('<!', position)) {
    if (!reader.rules.doctype) throw invalid()
    skipDoctype(reader)
  } else if (source[position + 1] === '/') readEnd(reader)
  else readStart(reader)
}

function skipTo(reader: Reader, end: string): void {
  const index = reader.source.indexOf(end, reader.position + 2)
  if (index < 0) throw invalid()
  reader.position = index + end.length
}

/** A doctype ends at the first `>` outside quotes, brackets and comments. */
function skipDoctype(reader: Reader): void {
  const { source } = reader
  let brackets = 0
  for (let index = reader.position + 2; index < source.length; index++) {
    const character = source[index]!
    if (character === '"' || character === "'") index = endOf(source, character, index + 1)
    else if (source.startsWith('<!--', index)) index = endOf(source, '-->', index)
    else if (character === '[') brackets++
    else if (character === ']') brackets--
    else if (character === '>' && brackets <= 0) {
      reader.position = index + 1
      return
    }
  }
  throw invalid()
}

function endOf(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from)
  if (index < 0) throw invalid()
  return index + text.length - 1
}

function readName(reader: Reader): string | null {
  namePattern.lastIndex = reader.position
  const match = namePattern.exec(reader.source)
  if (!match) return null
  reader.position += match[0].length
  return match[0]
}

function skipSpace(reader: Reader): void {
  while (' \t\r\n'.includes(reader.source[reader.position] ?? 'x')) reader.position++
}

function readEnd(reader: Reader): void {
  reader.position += 2
  const name = readName(reader)
  skipSpace(reader)
  const closed = reader.open.pop()
  if (name === null || closed?.element.tag !== name || reader.source[reader.position] !== '>') throw invalid()
  reader.position++
}

function readStart(reader: Reader): void {
  reader.position++
  const tag = readName(reader)
  if (tag === null) throw invalid()
  if (++reader.nodes > reader.rules.nodes)
    throw new SanitizeError('too-many-nodes', 'The drawing has too many elements')
  const attributes = readAttributes(reader)
  const scope = scopeOf(attributes, reader.open.at(-1)?.scope ?? null)
  const element: XmlElement = { name: nameOf(tag, scope, reader.rules.namespace), tag, attributes, children: [] }
  const parent = reader.open.at(-1)
  if (parent) parent.element.children.push(element)
  else if (reader.root) throw invalid()
  else reader.root = element
  if (reader.source[reader.position] === '/') reader.position++
  else reader.open.push({ element, scope })
  if (reader.open.length > reader.rules.depth) throw new SanitizeError('too-deep', 'The drawing is nested too deeply')
  if (reader.source[reader.position] !== '>') throw invalid()
  reader.position++
}

/** Leaves the reader at `>` or `/`. */
function readAttributes(reader: Reader): [string, string][] {
  const attributes: [string, string][] = []
  for (;;) {
    skipSpace(reader)
    const name = readName(reader)
    if (name === null) return attributes
    skipSpace(reader)
    if (reader.source[reader.position] !== '=') throw invalid()
    reader.position++
    skipSpace(reader)
    const quote = reader.source[reader.position]
    if (quote !== '"' && quote !== "'") throw invalid()
    const end = endOf(reader.source, quote, reader.position + 1)
    attributes.push([name, decode(reader.source.slice(reader.position + 1, end))])
    if (attributes.length > reader.rules.attributes)
      throw new SanitizeError('too-many-attributes', `An element has more than ${reader.rules.attributes} attributes`)
    reader.position = end + 1
  }
}

/**
 * Resolves entities; those of the file's own doctype are unknown and become empty. Removes unneeded characters here, so
 * that every later check sees what will be printed.
 */
function decode(text: string): string {
  return plainText(text.includes('&') ? resolveEntities(text) : text)
}

function resolveEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([A-Za-z_][\w.-]{0,60}));/g,
    (_whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name]! : ''
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
    },
  )
}

function scopeOf(attributes: readonly (readonly [string, string])[], outer: Scope | null): Scope | null {
  const names = new Map<string, string>()
  for (const [name, value] of attributes) {
    if (name === 'xmlns') names.set('', value)
    else if (name.startsWith('xmlns:')) names.set(name.slice(6), value)
  }
  return names.size === 0 ? outer : { outer, names }
}

/** Without any xmlns an element counts as of the namespace: SVGs copied from HTML pages have none. */
function nameOf(tag: string, scope: Scope | null, wanted: string | null): string | null {
  const colon = tag.indexOf(':')
  if (wanted === null) return tag.slice(colon + 1)
  const prefix = colon < 0 ? '' : tag.slice(0, colon)
  let namespace = prefix === '' ? wanted : ''
  for (let at = scope; at; at = at.outer) {
    const found = at.names.get(prefix)
    if (found === undefined) continue
    namespace = found === '' && prefix === '' ? wanted : found
    break
  }
  return namespace === wanted ? tag.slice(colon + 1) : null
}
