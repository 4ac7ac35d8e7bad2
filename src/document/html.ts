import {
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment as parse5Fragment,
  html as parse5Html,
} from 'parse5'

/** A parsed element, with its source location. */
export type HtmlElement = DefaultTreeAdapterTypes.Element
/** A child node: element, text or comment. */
export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
/** A text node. */
export type HtmlText = DefaultTreeAdapterTypes.TextNode
/** The result of parseFragment. */
export type HtmlFragment = DefaultTreeAdapterTypes.DocumentFragment

/** A range of the source: offsets in UTF-16 code units, `end` is exclusive. */
export interface SourceRange {
  readonly start: number
  readonly end: number
}

/** The source of each parsed fragment, so that an element alone can return its markup. */
const sources = new WeakMap<object, string>()

/** Parses markup as the innerHTML of a div. Never throws: invalid markup is corrected as browsers do. */
export function parseFragment(html: string): HtmlFragment {
  const context = defaultTreeAdapter.createElement('div', parse5Html.NS.HTML, [])
  return keepSource(parse5Fragment(context, html, { sourceCodeLocationInfo: true }), html)
}

/** Lets the elements of a fragment that was parsed with locations return their markup. */
export function keepSource(fragment: HtmlFragment, html: string): HtmlFragment {
  sources.set(fragment, html)
  return fragment
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeName === '#text'
}

/** Whether a node is an HTML element (not SVG) with this lower-case tag name. */
export function isTag(node: HtmlNode, tagName: string): node is HtmlElement {
  return node.nodeName === tagName && (node as HtmlElement).namespaceURI === parse5Html.NS.HTML
}

/** The child elements, or null if there are also comments or text other than white space. */
export function onlyElements(parent: HtmlElement | HtmlFragment): HtmlElement[] | null {
  const found: HtmlElement[] = []
  for (const child of parent.childNodes) {
    if (isElement(child)) found.push(child)
    else if (!isText(child) || !isBlank(child.value)) return null
  }
  return found
}

/** An attribute's value, or null. */
export function attribute(element: HtmlElement, name: string): string | null {
  for (const attr of element.attrs) if (attr.name === name) return attr.value
  return null
}

/** All attributes as [name, value], in source order, with their prefix (xlink:href). */
export function attributesOf(element: HtmlElement): [string, string][] {
  return element.attrs.map((attr) => [attr.prefix ? `${attr.prefix}:${attr.name}` : attr.name, attr.value])
}

/** The element's source range including its tags; null if the parser inserted it. */
export function rangeOf(element: HtmlElement): SourceRange | null {
  const location = element.sourceCodeLocation
  return location ? { start: location.startOffset, end: location.endOffset } : null
}

/** The range of the element's content, between its tags. Null if either tag is missing. */
export function innerRangeOf(element: HtmlElement): SourceRange | null {
  const location = element.sourceCodeLocation
  if (!location?.startTag || !location.endTag) return null
  return { start: location.startTag.endOffset, end: location.endTag.startOffset }
}

/** The element's source including its tags. */
export function outerHtml(source: string, element: HtmlElement): string {
  const range = rangeOf(element)
  return range ? source.slice(range.start, range.end) : ''
}

/** The element's source between its tags; '' without an end tag (such as <br>). */
export function innerHtml(element: HtmlElement): string {
  const range = innerRangeOf(element)
  return range ? sourceOf(element).slice(range.start, range.end) : ''
}

/** The decoded text of an element and its descendants. */
export function textContent(element: Pick<HtmlElement, 'childNodes'>): string {
  let text = ''
  const pending: HtmlNode[] = [...element.childNodes].reverse()
  while (pending.length > 0) {
    const node = pending.pop() as HtmlNode
    if (isText(node)) text += node.value
    else if (isElement(node)) for (let i = node.childNodes.length - 1; i >= 0; i--) pending.push(node.childNodes[i]!)
  }
  return text
}

/** Escapes text content exactly as browsers serialize it. */
export function escapeText(text: string): string {
  return /[&<>\u00A0]/.test(text) ? text.replace(/[&<>\u00A0]/g, entityOf) : text
}

/** Escapes a double-quoted attribute value exactly as browsers serialize it. */
export function escapeAttribute(text: string): string {
  return /["&<>\u00A0]/.test(text) ? text.replace(/["&<>\u00A0]/g, entityOf) : text
}

/** Serializes pairs as ` name="value"` for a start tag; names are not escaped. */
export function renderAttributes(pairs: Iterable<readonly [string, string]>): string {
  let html = ''
  for (const [name, value] of pairs) html += ` ${name}="${escapeAttribute(value)}"`
  return html
}

/** Whether text is HTML white space only (a no-break space is not). */
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
