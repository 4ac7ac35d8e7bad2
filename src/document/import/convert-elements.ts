import { customIdAttribute, customIdPattern } from '../custom-ids.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, textContent } from '../html.ts'
import { withSelectors } from './selectors.ts'
import {
  appendText,
  classesOf,
  elementsBelow,
  isWithin,
  markupIn,
  newElement,
  nodesOf,
  removeAttribute,
  replaceNode,
  setAttribute,
  setChildren,
} from './tree.ts'

/** What reveal.js and its plugins make of markup, as markup of decks. */

/** Removes blank lines around code and the indentation of all lines, as `data-trim` does. */
function trimmedCode(text: string): string {
  const lines = text.split('\n')
  while (lines.length > 0 && lines[0]!.trim() === '') lines.shift()
  while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop()
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length)
  const indent = Math.min(...indents, Number.POSITIVE_INFINITY)
  return lines.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)).join('\n')
}

/**
 * Code: templates become text, lines are trimmed, and the language is named by attribute. `guess`, on pages that color
 * their code: the language of code that names none, as highlight.js finds it; '' if it is none.
 */
export function convertCode(slides: HtmlElement, guess?: (code: string) => string): void {
  for (const code of elementsBelow(slides, ({ tagName }) => tagName === 'code')) {
    if (!isWithin(code, ({ tagName }) => tagName === 'pre')) continue
    const template = elementsBelow(code, ({ tagName }) => tagName === 'script' || tagName === 'template')[0]
    const text = template ? textContent(template) : textContent(code)
    for (const name of ['data-noescape', 'contenteditable', 'spellcheck']) removeAttribute(code, name)
    const isTrimmed = attribute(code, 'data-trim') !== null || template !== undefined
    setChildren(code, [])
    // A class of the plugin, for which themes have styles.
    const around = code.parentNode as HtmlElement
    if (guess && around.tagName === 'pre')
      setAttribute(around, 'class', [...classesOf(around), 'code-wrapper'].join(' '))
    const lines = isTrimmed ? trimmedCode(text) : text
    // The plugin leaves out a last blank line where it numbers lines.
    const shown = attribute(code, 'data-line-numbers') === null ? lines : lines.replace(/\n[ \t]*$/, '')
    appendText(code, shown)
    removeAttribute(code, 'data-trim')
    if (attribute(code, 'data-language') === null) {
      const names = [
        ...classesOf(code),
        ...(isElement(code.parentNode as HtmlNode) ? classesOf(code.parentNode as HtmlElement) : []),
      ]
      const name = names
        .map((one) => one.replace(/^lang(?:uage)?-/, ''))
        .find((one) => !/^(?:hljs|stretch|r-stretch|fragment|block-content|code-wrapper)$/.test(one))
      const language = name || (guess?.(shown) ?? '')
      if (language && /^[A-Za-z0-9][A-Za-z0-9+#._-]{0,29}$/.test(language))
        setAttribute(code, 'data-language', language)
    }
    if (attribute(code, 'data-line-numbers') === null) continue
    const pre = code.parentNode as HtmlElement
    if (pre.tagName === 'pre') setAttribute(pre, 'data-l-numbers', 'on')
    if (!/\d/.test(attribute(code, 'data-line-numbers') ?? '')) removeAttribute(code, 'data-line-numbers')
  }
}

/** Classes and attributes that a running player or its controls leave in a saved page. */
const playerClasses = /^(?:past|present|future|navigate-(?:up|down|left|right|next|prev)|enabled|disabled)$/
/** Those that it gives only to slides, and only to fragments: authors have them on other elements. */
const slideClasses = /^(?:stack|has-(?:dark|light)-background)$/
const fragmentClasses = /^(?:visible|current-fragment)$/
const playerAttributes =
  /^(?:hidden|aria-hidden|data-index-[hv]|data-previous-indexv|data-loaded|data-lazy-loaded|data-markdown-parsed|data-fragment|data-auto-animate-target)$/

/** An element's classes without those of the player. */
function ownClasses(element: HtmlElement, classes: readonly string[]): string[] {
  const isSlide = element.tagName === 'section'
  const isFragment = classes.includes('fragment')
  return classes.filter(
    (name) =>
      !playerClasses.test(name) && !(isSlide && slideClasses.test(name)) && !(isFragment && fragmentClasses.test(name)),
  )
}

/** Elements that decks do not have, as others; and what has no meaning in a deck, so that it needs no remark. */
export function convertOthers(slides: HtmlElement): void {
  for (const element of elementsBelow(slides, () => true)) {
    const { tagName } = element
    element.attrs = element.attrs.filter(({ name }) => !playerAttributes.test(name) && !withoutEffect.has(name))
    const classes = classesOf(element)
    const kept = ownClasses(element, classes)
    if (kept.length < classes.length) {
      if (kept.length === 0) removeAttribute(element, 'class')
      else setAttribute(element, 'class', kept.join(' '))
    }
    keepPresentation(element)
    keepSides(element)
    if (tagName === 'q' || tagName === 'button') replaceNode(element, [replacement(element)])
  }
}

/** Attributes whose effect decks have anyway, or do without. */
const withoutEffect = new Set(
  'frameborder marginwidth marginheight scrolling allowfullscreen webkitallowfullscreen mozallowfullscreen contenteditable spellcheck cite tabindex loading decoding fetchpriority crossorigin data-lt-tmp-id data-gramm'.split(
    ' ',
  ),
)

const isLength = /^\d{1,4}(?:\.\d+)?%?$/
const isColor = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20})$/i
const aligned = /^(?:left|right|center|justify)$/i
const letterSizes = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large']

/** The style that an attribute of old HTML stands for; '' for any other. */
function presentation(tagName: string, name: string, value: string): string {
  if (name === 'align' && aligned.test(value)) {
    if (tagName === 'img') return `float: ${value}`
    if (tagName === 'table') return value === 'center' ? 'margin: 0 auto' : `float: ${value}`
    return `text-align: ${value}`
  }
  if (name === 'valign' && /^(?:top|middle|bottom|baseline)$/i.test(value)) return `vertical-align: ${value}`
  if (name === 'bgcolor' && isColor.test(value)) return `background-color: ${value}`
  if (/^t[dh]$/.test(tagName) && name === 'width' && isLength.test(value))
    return `width: ${value}${value.endsWith('%') ? '' : 'px'}`
  if (tagName !== 'font') return ''
  if (name === 'color' && isColor.test(value)) return `color: ${value}`
  if (name === 'size' && /^[1-7]$/.test(value)) return `font-size: ${letterSizes[Number(value) - 1]}`
  return name === 'face' && /^[\w ,'-]{1,100}$/.test(value) ? `font-family: ${value}` : ''
}

/** Attributes of old HTML as the styles that they stand for, before those of the element. */
function keepPresentation(element: HtmlElement): void {
  const { tagName } = element
  const found = element.attrs.map(({ name, value }) => [name, presentation(tagName, name, value.trim())] as const)
  const styles = found.flatMap(([, style]) => (style === '' ? [] : [style]))
  if (tagName === 'center') styles.push('text-align: center')
  if (styles.length > 0) {
    element.attrs = element.attrs.filter((_, index) => found[index]?.[1] === '')
    setAttribute(element, 'style', [...styles, attribute(element, 'style') ?? ''].join('; '))
  }
  if (tagName !== 'font') return
  const span = newElement('span')
  span.attrs = [...element.attrs]
  setChildren(span, [...element.childNodes])
  replaceNode(element, [span])
}

/** Sides as browsers read them: '400px' is 400. */
function keepSides(element: HtmlElement): void {
  for (const attr of element.attrs) {
    const number = /^(?:width|height)$/.test(attr.name)
      ? /^\s*(\d+(?:\.\d+)?)\s*px\b/i.exec(attr.value)?.[1]
      : undefined
    if (number !== undefined) attr.value = number
  }
}

/**
 * A quotation or a button as an element that decks have; style sheets find it by its class. Quotations get the quotes of
 * browsers, unless they have some.
 */
function replacement(element: HtmlElement): HtmlElement {
  const other = newElement(elementsBelow(element, ({ tagName }) => tagName === 'div').length > 0 ? 'div' : 'span')
  other.attrs = element.attrs.filter(({ name }) => name !== 'type')
  setAttribute(other, 'class', [...classesOf(element), `was-${element.tagName}`].join(' '))
  const isBare = element.tagName === 'q' && !/^\s*["'\u2018-\u201f\u00ab\u2039]/.test(textContent(element))
  const [open, close] = isBare ? nodesOf('\u201c<br>\u201d').filter((node) => !isElement(node)) : []
  setChildren(other, [...(open ? [open] : []), ...element.childNodes, ...(close ? [close] : [])])
  return other
}

/** Words of notes with the addresses of their links, since notes are plain text. */
function notesText(aside: HtmlElement): void {
  for (const link of elementsBelow(aside, ({ tagName }) => tagName === 'a')) {
    const href = attribute(link, 'href') ?? ''
    if (/^(?:https?:|mailto:)/i.test(href) && !textContent(link).includes(href)) appendText(link, ` (${href})`)
  }
}

/** Speaker notes: links keep their addresses. `render`: Markdown as HTML. */
export function convertNotes(slides: HtmlElement, render: (markdown: string) => string): void {
  const isNotes = (element: HtmlElement) => element.tagName === 'aside' && classesOf(element).includes('notes')
  for (const aside of elementsBelow(slides, isNotes)) {
    if (attribute(aside, 'data-markdown') !== null) setChildren(aside, nodesOf(render(textContent(aside))))
    notesText(aside)
  }
}

/** A picture that is embedded as an object. */
export function convertObjects(slides: HtmlElement): void {
  const isPicture = (element: HtmlElement) =>
    (element.tagName === 'object' || element.tagName === 'embed') &&
    /\.(?:svg|png|jpe?g|gif|webp)(?:[?#]|$)/i.test(attribute(element, 'data') ?? attribute(element, 'src') ?? '')
  for (const object of elementsBelow(slides, isPicture, false)) {
    const kept = object.attrs.filter(({ name }) =>
      /^(?:class|style|width|height|title|data-id|data-fragment-index)$/.test(name),
    )
    const picture = newElement('img', { src: attribute(object, 'data') ?? attribute(object, 'src') ?? '' })
    picture.attrs.push(...kept)
    replaceNode(object, [picture])
  }
}

/** Own ids become custom ids, and links name them; those to other ids name positions. Returns the ids. */
export function convertIds(slides: HtmlElement): ReadonlySet<string> {
  const ids = new Map<string, string | null>()
  const columns = slides.childNodes.filter((node): node is HtmlElement => isElement(node) && node.tagName === 'section')
  for (const [h, column] of columns.entries()) {
    const rows = column.childNodes.filter((node): node is HtmlElement => isElement(node) && node.tagName === 'section')
    for (const [v, slide] of (rows.length > 0 ? rows : [column]).entries()) {
      for (const element of [slide, ...elementsBelow(slide, () => true)]) {
        const id = attribute(element, 'id')
        if (id) ids.set(id, v === 0 ? `#/${h}` : `#/${h}/${v}`)
      }
    }
    const own = attribute(column, 'id')
    if (own) ids.set(own, `#/${h}`)
  }
  for (const element of elementsBelow(slides, () => true)) {
    const id = attribute(element, 'id')
    if (id && attribute(element, customIdAttribute) === null) setAttribute(element, customIdAttribute, customId(id))
    if (id && element.namespaceURI !== 'http://www.w3.org/2000/svg') removeAttribute(element, 'id')
    const href = element.tagName === 'a' ? (attribute(element, 'href') ?? '') : ''
    const target = /^#\/?([^/]+)$/.exec(href)?.[1]
    const name = target === undefined ? '' : safeDecoded(target)
    const position = ids.get(name)
    if (position && !/^\d+$/.test(name))
      setAttribute(element, 'href', customIdPattern.test(customId(name)) ? `#/${customId(name)}` : position)
  }
  return new Set(ids.keys())
}

/** Ids of elements that no link leads to become custom ids. Returns the ids. */
export function convertLooseIds(parent: HtmlElement): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const element of elementsBelow(parent, (one) => Boolean(attribute(one, 'id')))) {
    const id = attribute(element, 'id')!
    ids.add(id)
    setAttribute(element, customIdAttribute, customId(id))
    removeAttribute(element, 'id')
  }
  return ids
}

const customId = (id: string): string => id.slice(0, 40)

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Selectors of ids as those of custom ids, with the specificity of ids. */
export function cssWithCustomIds(css: string, ids: ReadonlySet<string>): string {
  return withSelectors(css, (selectors) =>
    selectors.replace(/#([A-Za-z_][\w-]*)/g, (whole, id: string) =>
      ids.has(id) ? `:is([${customIdAttribute}="${customId(id)}"], ${whole})` : whole,
    ),
  )
}

/** The markup of the slides. */
export const slidesMarkup = (slides: HtmlElement): string => markupIn(slides)
