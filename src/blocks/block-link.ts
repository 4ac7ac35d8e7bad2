import { attribute, escapeAttribute, type HtmlElement, isTag, onlyElements } from '../document/html.ts'

// A linked block has one anchor of this class. It wraps the content, or, if the content is interactive itself (a page,
// links in a table), covers it.

const className = 'block-link'

/** Link target, for blocks with a plain link. */
export interface LinkProps {
  /** A URL or a slide (`#/2/1`); '' for none. */
  readonly link: string
}

/** A block's content without its link. */
export interface Unlinked extends LinkProps {
  /** The elements without the anchor. */
  readonly content: readonly HtmlElement[]
}

/** Wraps the block's markup in its link; unchanged without one. */
export function linkAround(link: string, html: string): string {
  return link === '' ? html : `<a class="${className}" href="${escapeAttribute(link)}">${html}</a>`
}

/**
 * Covers the block's markup with its link; unchanged without one. The link has no text, so its target is its accessible
 * name.
 */
export function linkOver(link: string, html: string): string {
  if (link === '') return html
  // The link covers static elements; positioned elements later in the markup (links in cells) are above it.
  return `<a class="${className}" href="${escapeAttribute(link)}" aria-label="${escapeAttribute(linkLabel(link))}"></a>${html}`
}

/** A wrapper's content and its link, wrapping or covering. Null if the wrapper contains more than elements. */
export function withoutLink(wrapper: HtmlElement): Unlinked | null {
  const content = onlyElements(wrapper)
  const anchor = content?.[0]
  if (!content || !anchor || !isTag(anchor, 'a') || attribute(anchor, 'class') !== className)
    return content && { link: '', content }
  const inside = content.length > 1 ? content.slice(1) : onlyElements(anchor)
  return inside && { link: attribute(anchor, 'href') ?? '', content: inside }
}

/** A link in words: its slide number, host, mail address or phone number. */
export function linkLabel(link: string): string {
  const slide = /^#\/(\d{1,6})(?:\/(\d{1,6}))?$/.exec(link)
  if (slide) return `Slide ${Number(slide[1]) + 1}${slide[2] === undefined ? '' : `.${Number(slide[2]) + 1}`}`
  if (!URL.canParse(link)) return link
  const { host, pathname } = new URL(link)
  return host === '' ? pathname : host.replace(/^www\./, '')
}
