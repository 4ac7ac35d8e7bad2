import {
  attributesOf,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  outerHtml,
  parseFragment,
  renderAttributes,
} from '../html.ts'
import { endsLine, lineEnd } from '../text/text-edits.ts'
import { characterUnits, type TextUnit } from './text-delta.ts'

/** Inline elements whose characters are units. All others are embedded: one unit each. */
const marks = new Set('strong b em i u s strike a span code sub sup small mark del ins abbr cite kbd q var'.split(' '))
/** Elements that hold lines, and lines. */
const containers = new Set('p h1 h2 h3 h4 h5 h6 pre li ul ol dl dt dd blockquote div'.split(' '))
/** Blocks without lines: one unit each, which counts as the end of a line. */
const embeddedBlocks = new Set(['table', 'figure', 'hr'])

/**
 * Texts that were read, in the order of their first reading: a change is made, checked and compared, and the next one
 * follows on it. A server has those of many writers.
 */
const recent = new Map<string, readonly TextUnit[] | null>()
/** Characters of all, and of the longest; beside its own, a text counts as some. */
const [mostRecent, longestRecent, perText] = [80_000, 20_000, 100]
let recentSize = 0

/**
 * The units of a text: code units, embedded elements, and the end of each line. The look of a line's end are the start
 * tags around the line. Null for markup that units do not represent byte for byte: it is replaced as a whole.
 */
export function richUnits(html: string): readonly TextUnit[] | null {
  const known = recent.get(html)
  if (known !== undefined) return known
  const reader = new RichReader(html)
  const units = reader.read() && renderRich(reader.units) === html ? reader.units : null
  keepUnits(html, units)
  return units
}

/** Keeps the units of a text for its next reading. */
export function keepUnits(html: string, units: readonly TextUnit[] | null): void {
  if (html.length > longestRecent || recent.has(html)) return
  recent.set(html, units)
  recentSize += html.length + perText
  for (const oldest of recent.keys()) {
    if (recentSize <= mostRecent) break
    recent.delete(oldest)
    recentSize -= oldest.length + perText
  }
}

/** The HTML of units. Text after the last end of a line stands outside of a line. */
export function renderRich(units: readonly TextUnit[]): string {
  let html = ''
  let open: string[] = []
  let line: TextUnit[] = []
  const close = (count: number): void => {
    html += endTags(open.slice(count))
    open = open.slice(0, count)
  }
  for (const unit of units) {
    line.push(unit)
    if (!endsLine(unit.key)) continue
    const path = tagsIn(unit.look)
    // Each line has an element of its own.
    close(Math.min(commonTags(open, path), unit.key === lineEnd ? path.length - 1 : path.length))
    html += path.slice(open.length).join('') + renderInline(line.slice(0, -1)) + unit.key.slice(lineEnd.length)
    open = path
    line = []
  }
  close(0)
  return html + renderInline(line)
}

class RichReader {
  readonly units: TextUnit[] = []
  readonly #source: string
  /** Whether there is markup without units. */
  #isOdd = false

  constructor(source: string) {
    this.#source = source
  }

  read(): boolean {
    this.#readBlock(parseFragment(this.#source).childNodes, '')
    return !this.#isOdd
  }

  #readBlock(nodes: readonly HtmlNode[], path: string): void {
    let isOpen = nodes.length === 0
    for (const node of nodes) {
      if (!isElement(node) || !isBlock(node)) {
        this.#readInline(node, '')
        isOpen = true
        continue
      }
      if (isOpen) this.#endLine(path)
      isOpen = false
      if (embeddedBlocks.has(node.tagName)) {
        this.units.push({ key: lineEnd + outerHtml(this.#source, node), look: path })
      } else this.#readBlock(node.childNodes, path + tagOf(node))
    }
    if (isOpen && path !== '') this.#endLine(path)
  }

  #endLine(path: string): void {
    this.#isOdd ||= path === ''
    this.units.push({ key: lineEnd, look: path })
  }

  #readInline(node: HtmlNode, look: string): void {
    if (isText(node)) for (const unit of characterUnits(node.value, look)) this.units.push(unit)
    else if (!isElement(node)) this.#isOdd = true
    else if (marks.has(node.tagName) && node.childNodes.length > 0) {
      for (const child of node.childNodes) this.#readInline(child, look + tagOf(node))
    } else {
      const key = outerHtml(this.#source, node)
      this.#isOdd ||= key.length < 2
      this.units.push({ key, look })
    }
  }
}

function isBlock({ tagName }: HtmlElement): boolean {
  return containers.has(tagName) || embeddedBlocks.has(tagName)
}

/** Marks shared by neighboring units stay open. */
function renderInline(units: readonly TextUnit[]): string {
  let html = ''
  let open: string[] = []
  let openLook = ''
  let characters: string[] = []
  const write = (): void => {
    if (characters.length > 0) html += escapeText(characters.join(''))
    characters = []
  }
  for (const { key, look } of units) {
    // Reading the tags for each character takes seconds where they are nested deeply.
    if (look !== openLook) {
      write()
      const tags = tagsIn(look)
      const shared = commonTags(open, tags)
      html += endTags(open.slice(shared)) + tags.slice(shared).join('')
      open = tags
      openLook = look
    }
    if (key.length === 1) characters.push(key)
    else {
      write()
      html += key
    }
  }
  write()
  return html + endTags(open)
}

function tagOf(element: HtmlElement): string {
  return `<${element.tagName}${renderAttributes(attributesOf(element))}>`
}

/** Attribute values contain no '>': it is escaped. */
function tagsIn(look: string): string[] {
  return look.match(/<[^>]+>/g) ?? []
}

function endTags(tags: readonly string[]): string {
  return tags
    .map((tag) => `</${/^<([^\s>]*)/.exec(tag)![1]}>`)
    .toReversed()
    .join('')
}

function commonTags(a: readonly string[], b: readonly string[]): number {
  let count = 0
  while (count < a.length && a[count] === b[count]) count++
  return count
}
