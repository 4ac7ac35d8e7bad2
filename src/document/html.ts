import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment as parse5Fragment,
  html as parse5Html,
} from 'parse5'

/** An element of parsed markup, with its place in the source. */
export type HtmlElement = DefaultTreeAdapterTypes.Element
/** Anything that stands inside an element: elements, text, comments. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
/** Piece of text. */
export type HtmlText = DefaultTreeAdapterTypes.TextNode
/** What parseFragment gives. */
export type HtmlFragment = DefaultTreeAdapterTypes.DocumentFragment

/** Part of a source: offsets in UTF-16 code units, `end` is one past the last. */
export interface SourceRange {
  readonly start: number
  readonly end: number
}

/** Every fragment remembers what it was parsed from, so that an element alone can give its own bytes. */
const sources = new WeakMap<object, string>()

/**
 * Parses markup as a browser parses the innerHTML of a div. Never throws: what isn't valid is mended
 * the way browsers do it.
 */
export function parseFragment(html: string): HtmlFragment {
  const context = defaultTreeAdapter.createElement('div', parse5Html.NS.HTML, [])
  const fragment = parse5Fragment(context, html, { sourceCodeLocationInfo: true })
  sources.set(fragment, html)
  return fragment
}

/** Whether a node is an element (of any namespace). */
export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

/** Whether a node is text. */
export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/** Whether a node is an HTML element (not one of an inline svg) with this lower-case tag name. */
export function isTag(node: HtmlNode, tagName: string): node is HtmlElement {
  return node.nodeName === tagName && (node as HtmlElement).namespaceURI === parse5Html.NS.HTML
}

/** The child elements of an element or fragment, or null when it also holds text that isn't white space, or a comment. */
export function onlyElements(parent: HtmlElement | HtmlFragment): HtmlElement[] | null {
  const found: HtmlElement[] = []
  for (const child of parent.childNodes) {
    if (isElement(child)) found.push(child)
    else if (!isText(child) || !isBlank(child.value)) return null
  }
  return found
}

/** The value of an attribute, or null when the element doesn't have it. */
export function attribute(element: HtmlElement, name: string): string | null {
  for (const attr of element.attrs) if (attr.name === name) return attr.value
  return null
}

/** All attributes as [name, value], in the order of the markup, with their prefix (xlink:href). */
export function attributesOf(element: HtmlElement): [string, string][] {
  return element.attrs.map((attr) => [attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name, attr.value])
}

/** Where the element stands in its source, from `<` to after its end tag; null when the parser made it up. */
export function rangeOf(element: HtmlElement): SourceRange | null {
  const location = element.sourceCodeLocation
  return location ? { start: location.startOffset, end: location.endOffset } : null
}

/** Where the element's content stands: between start tag and end tag. Null without either of the two. */
export function innerRangeOf(element: HtmlElement): SourceRange | null {
  const location = element.sourceCodeLocation
  if (!location?.startTag || !location.endTag) return null
  return { start: location.startTag.endOffset, end: location.endTag.startOffset }
}

/** The element's own bytes in the source it was parsed from. */
export function outerHtml(source: string, element: HtmlElement): string {
  const range = rangeOf(element)
  return range ? source.slice(range.start, range.end) : ''
}

/** The bytes between the element's tags; '' when it has no end tag (as <br>). */
export function innerHtml(element: HtmlElement): string {
  const range = innerRangeOf(element)
  return range ? sourceOf(element).slice(range.start, range.end) : ''
}

/** The text inside an element, its descendants' included, as it reads after decoding. */
export function textContent(element: HtmlElement): string {
  let text = ''
  const pending: HtmlNode[] = [...element.childNodes].reverse()
  while (pending.length > 0) {
    const node = pending.pop() as HtmlNode
    if (isText(node)) text += node.value
    else if (isElement(node)) for (let i = node.childNodes.length - 1; i >= 0; i--) pending.push(node.childNodes[i]!)
  }
  return text
}

/** Text as it is written between tags, exactly as browsers serialize it. */
export function escapeText(text: string): string {
  return /[&<>\u00A0]/.test(text) ? text.replace(/[&<>\u00A0]/g, entityOf) : text
}

/** Text as it is written between the double quotes of an attribute, exactly as browsers serialize it. */
export function escapeAttribute(text: string): string {
  return /["&<>\u00A0]/.test(text) ? text.replace(/["&<>\u00A0]/g, entityOf) : text
}

/** ` name="value"` for each pair, ready to stand in a start tag; names must be valid as they are. */
export function renderAttributes(pairs: Iterable<readonly [string, string]>): string {
  let html = ''
  for (const [name, value] of pairs) html += ` ${name}="${escapeAttribute(value)}"`
  return html
}

/** Whether text is only HTML white space (a no-break space is not). */
export function isBlank(text: string): boolean {
  return !/[^ \t\n\f\r]/.test(text)
}

function sourceOf(element: HtmlElement): string {
  let node: object = element
  for (;;) {
    const source = sources.get(node)
    if (source !== undefined) return source
    const parent: object | null = (node as { parentNode?: object | null }).parentNode ?? null
    if (!parent) return ''
    node = parent
  }
}

function entityOf(character: string): string {
  if (character === '&') return '&amp;'
  if (character === '<') return '&lt;'
  if (character === '>') return '&gt;'
  return character === '"' ? '&quot;' : '&nbsp;'
}
