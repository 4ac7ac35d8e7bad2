import { parse, html as parse5Html } from 'parse5'
import { attribute, type HtmlElement, type HtmlNode, isElement, textContent } from '../html.ts'
import { classesOf, elementsBelow, isWithin, newElement, setChildren } from './tree.ts'

/** A style sheet of a page: its text, or its address. */
export type PageStyle = { readonly css: string } | { readonly href: string; readonly isCore?: boolean }

/** A presentation in a foreign HTML file. */
export interface ForeignPage {
  readonly title: string
  /** Meta tags by name; of duplicates the first counts. */
  readonly meta: Readonly<Record<string, string>>
  readonly base: string
  /** The element with the sections; it may be changed. Null: the page has none. */
  readonly slides: HtmlElement | null
  /** Holds what stood beside the slides, such as a logo; it may be changed. Null: nothing did. */
  readonly around: HtmlElement | null
  /** In the order of the page. Of reveal.js itself only its main sheet. */
  readonly styles: readonly PageStyle[]
  /** The theme of the reveal.js package; null if it names none. */
  readonly theme: string | null
  /** Classes of the element around the slides. */
  readonly classes: readonly string[]
  /** Classes of the whole page, such as those that choose its theme. */
  readonly pageClasses: readonly string[]
  /** Whether it typesets formulas between dollar signs or backslash brackets. */
  readonly hasMath: boolean
  /** Whether browsers lay it out as pages of old, since it has no document type. */
  readonly isQuirky: boolean
  /** The texts of its scripts. */
  readonly scripts: readonly string[]
  /** JSON in script elements, by id. */
  readonly data: Readonly<Record<string, string>>
}

/** Style sheets that the player has itself. */
const ownSheets =
  /(?:^|\/)(?:reveal|reset|pdf|paper|zoom|menu|chalkboard|style|customcontrols|verticator)(?:\.min)?\.css(?:[?#]|$)|katex|(?:^|\/)plugin\/(?!highlight)/i
const ownTheme = /(?:^|\/)(?:dist|css|reveal(?:\.js)?(?:@[^/]+)?(?:\/[^/]+)*)\/theme\/([\w-]+?)(?:\.min)?\.css/i

/** Longest address that is searched for names: expressions take quadratic time for long ones. */
const longestAddress = 2_000

/** The colors of code that an address of a style sheet names, by their names in highlight.js; null if it is not one. */
export function codeColorsInAddress(href: string): string | null {
  if (href.length > longestAddress) return null
  const name =
    /(?:highlight|hljs)[^?#]*\/([\w-]+?)(?:\.min)?\.css/i.exec(href)?.[1] ??
    /(?:^|\/)lib\/css\/([\w-]+)\.css/i.exec(href)?.[1]
  return name?.toLowerCase() ?? null
}

/** The themes of the reveal.js package. */
const revealThemes: readonly string[] =
  'beige black black-contrast blood dracula league moon night serif simple sky solarized white white-contrast'.split(
    ' ',
  )

/** The theme that an address of a style sheet names; null if it is not one of reveal.js. */
export function themeInAddress(href: string): string | null {
  if (href.length > longestAddress) return null
  const name = (ownTheme.exec(href)?.[1] ?? /(?:^|\/)theme\/([\w-]+?)(?:\.min)?\.css/i.exec(href)?.[1] ?? '')
    .toLowerCase()
    .replace(/_/g, '-')
  return revealThemes.includes(name) ? name : null
}

interface Draft {
  title: string | null
  readonly meta: Record<string, string>
  base: string
  slides: HtmlElement | null
  reveal: HtmlElement | null
  classes: readonly string[]
  readonly pageClasses: string[]
  readonly styles: PageStyle[]
  theme: string | null
  readonly scripts: string[]
  readonly data: Record<string, string>
  scriptAddresses: string
}

function readLink(element: HtmlElement, draft: Draft): void {
  // Browsers read backslashes as slashes.
  const href = (attribute(element, 'href') ?? '').replace(/\\/g, '/')
  if (!/(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(element, 'rel') ?? '') || href === '') return
  const media = attribute(element, 'media') ?? ''
  if (/print/i.test(media)) return
  const theme = themeInAddress(href)
  if (theme) draft.theme = theme
  if (theme || !ownSheets.test(href)) draft.styles.push({ href })
  else if (/(?:^|\/)reveal(?:\.min)?\.css(?:[?#]|$)/i.test(href)) draft.styles.push({ href, isCore: true })
}

function readScript(element: HtmlElement, draft: Draft): void {
  const type = attribute(element, 'type') ?? ''
  const id = attribute(element, 'id') ?? ''
  if (type === 'application/json' && id !== '') draft.data[id] = textContent(element)
  draft.scriptAddresses += ` ${attribute(element, 'src') ?? ''}`
  if (type === '' || /javascript|module/i.test(type)) draft.scripts.push(textContent(element))
}

function readElement(element: HtmlElement, inReveal: HtmlElement | null, draft: Draft): void {
  const { tagName } = element
  if (tagName === 'html' || tagName === 'body') draft.pageClasses.push(...classesOf(element))
  else if (tagName === 'title') draft.title ??= textContent(element).trim()
  else if (tagName === 'base') draft.base ||= attribute(element, 'href') ?? ''
  else if (tagName === 'style') draft.styles.push({ css: textContent(element) })
  else if (tagName === 'link') readLink(element, draft)
  else if (tagName === 'script') readScript(element, draft)
  else if (tagName === 'meta') {
    const name = attribute(element, 'name')
    if (name !== null && !Object.hasOwn(draft.meta, name)) draft.meta[name] = attribute(element, 'content') ?? ''
  } else if (inReveal && !draft.slides && classesOf(element).includes('slides')) {
    draft.slides = element
    draft.reveal = inReveal
    draft.classes = classesOf(inReveal)
  }
}

/** The sections of a page without the wrappers of reveal.js. */
function looseSlides(root: HtmlElement): HtmlElement | null {
  const slides = elementsBelow(root, (element) => classesOf(element).includes('slides'))[0]
  if (slides) return slides
  const sections = elementsBelow(root, ({ tagName }) => tagName === 'section', false)
  if (sections.length === 0) return null
  const holder = newElement('div')
  setChildren(holder, sections)
  return holder
}

/** What a running reveal.js puts beside the slides, and what is not seen. */
const ownParts =
  /^(?:backgrounds|progress|controls|slide-number|speaker-notes|pause-overlay|aria-status|playback|state-background|overlay)$/
const unseen = new Set(['script', 'style', 'link', 'noscript', 'template', 'meta'])

/** Takes the elements beside the slides, such as a logo. */
function partsAround(reveal: HtmlElement | null, slides: HtmlElement | null): HtmlElement | null {
  if (!reveal || !slides) return null
  const parts = reveal.childNodes.filter(
    (node): node is HtmlElement =>
      isElement(node) &&
      !unseen.has(node.tagName) &&
      !classesOf(node).some((name) => ownParts.test(name)) &&
      !isWithin(slides, (element) => element === node),
  )
  if (parts.length === 0) return null
  const holder = newElement('div')
  setChildren(holder, parts)
  return holder
}

/** Reads an HTML file with a presentation of reveal.js. Never throws. */
export function readForeignPage(html: string): ForeignPage {
  const draft: Draft = {
    ...{
      title: null,
      meta: {},
      base: '',
      slides: null,
      reveal: null,
      classes: [],
      pageClasses: [],
      styles: [],
      theme: null,
      scripts: [],
      data: {},
    },
    scriptAddresses: '',
  }
  const document = parse(html, { sourceCodeLocationInfo: true })
  const visit = (nodes: readonly HtmlNode[], inReveal: HtmlElement | null): void => {
    for (const node of nodes) {
      if (!isElement(node)) continue
      readElement(node, inReveal, draft)
      visit(node.childNodes, inReveal ?? (classesOf(node).includes('reveal') ? node : null))
    }
  }
  visit(document.childNodes, null)
  const root = document.childNodes.find(isElement)
  const scripts = draft.scripts.join('\n')
  return {
    ...{ title: draft.title ?? '', meta: draft.meta, base: draft.base, styles: draft.styles, theme: draft.theme },
    ...{ classes: draft.classes, pageClasses: draft.pageClasses, scripts: draft.scripts, data: draft.data },
    around: partsAround(draft.reveal, draft.slides),
    slides: draft.slides ?? (root ? looseSlides(root) : null),
    isQuirky: document.mode !== parse5Html.DOCUMENT_MODE.NO_QUIRKS,
    hasMath: /RevealMath|mathjax|katex/i.test(scripts + draft.scriptAddresses),
  }
}
