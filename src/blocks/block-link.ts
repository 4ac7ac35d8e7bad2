import { attribute, escapeAttribute, type HtmlElement, isTag, onlyElements } from '../document/html.ts'

// A block that leads somewhere as a whole has one anchor of this class. It stands around what people look at, or, where
// there is something that has a pointer of its own (a page, the links in a table), it lies over it.

const className = 'block-link'

/** Where a block leads; for those whose link is nothing but that. */
export interface LinkProps {
  /** Where a click leads: an address or a slide (`#/2/1`); '' is nowhere. */
  readonly link: string
}

/** What a block's wrapper holds. */
export interface Unlinked extends LinkProps {
  /** The elements without the anchor. */
  readonly content: readonly HtmlElement[]
}

/** The block's markup inside its link; as it came when it leads nowhere. */
export function linkAround(link: string, html: string): string {
  return link === '' ? html : `<a class="${className}" href="${escapeAttribute(link)}">${html}</a>`
}

/** The block's markup under its link; as it came when it leads nowhere. The link is called by where it leads: it has no words. */
export function linkOver(link: string, html: string): string {
  if (link === '') return html
  // It is drawn over what has no place of its own; what comes later in the markup and has one (the links of cells) over it.
  return `<a class="${className}" href="${escapeAttribute(link)}" aria-label="${escapeAttribute(linkWords(link))}"></a>${html}`
}

/** What stands in a block's wrapper, and where its link leads, be it around or over it. Null: there is more than elements. */
export function withoutLink(wrapper: HtmlElement): Unlinked | null {
  const content = onlyElements(wrapper)
  const anchor = content?.[0]
  if (!content || !anchor || !isTag(anchor, 'a') || attribute(anchor, 'class') !== className)
    return content && { link: '', content }
  const inside = content.length > 1 ? content.slice(1) : onlyElements(anchor)
  return inside && { link: attribute(anchor, 'href') ?? '', content: inside }
}

/** A link in words: the number of its slide, the host of its page, the mail address or the phone number. */
export function linkWords(link: string): string {
  const slide = /^#\/(\d{1,6})(?:\/(\d{1,6}))?$/.exec(link)
  if (slide) return `Slide ${Number(slide[1]) + 1}${slide[2] === undefined ? '' : `.${Number(slide[2]) + 1}`}`
  if (!URL.canParse(link)) return link
  const { host, pathname } = new URL(link)
  return host === '' ? pathname : host.replace(/^www\./, '')
}
