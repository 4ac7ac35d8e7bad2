import { slideSizeOf } from '../../rules/slide-size.ts'
import {
  attribute,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTag,
  parseFragment,
  rangeOf,
} from '../html.ts'
import { slidesForAudience } from './audience-slides.ts'
import { type DeckWrapper, deckDocument, themeHtml } from './deck-document.ts'
import type { PrintDocument } from './frame-types.ts'

/** A printed slide: its section and its displayed number (3, or 3.2 in a stack), as the player counts. */
export interface PrintedSlide {
  readonly html: string
  readonly id: string
  readonly number: string
}

/** All slides of a deck in presentation order, stacks flattened. `hidden` true: also hidden ones. */
export function printedSlides(slides: string, { hidden = false }: { hidden?: boolean } = {}): PrintedSlide[] {
  const source = slidesForAudience(slides, { hidden })
  const sections = (nodes: readonly HtmlNode[]) => nodes.filter((node): node is HtmlElement => isTag(node, 'section'))
  const printed = (section: HtmlElement, number: string): PrintedSlide => {
    const range = rangeOf(section)
    const html = range ? printableMarkup(source, section.childNodes, range) : ''
    return { html, id: attribute(section, 'data-id') ?? '', number }
  }
  return sections(parseFragment(source).childNodes).flatMap((outer, h) => {
    const inner = sections(outer.childNodes)
    if (inner.length === 0) return [printed(outer, String(h + 1))]
    return inner.map((section, v) => printed(section, `${h + 1}.${v + 1}`))
  })
}

/** The markup between two positions, with each iframe in these nodes replaced by its title and URL. */
function printableMarkup(source: string, nodes: readonly HtmlNode[], { start, end }: { start: number; end: number }) {
  const frames: HtmlElement[] = []
  const pending: HtmlNode[] = [...nodes]
  for (let node = pending.shift(); node; node = pending.shift()) {
    if (isTag(node, 'iframe')) frames.push(node)
    else if (isElement(node)) pending.unshift(...node.childNodes)
  }
  let html = ''
  let from = start
  for (const frame of frames) {
    const range = rangeOf(frame)
    if (!range) continue
    const address = attribute(frame, 'src') ?? attribute(frame, 'data-src') ?? ''
    const name = attribute(frame, 'title') || 'Embedded page'
    html += `${source.slice(from, range.start)}<div class="frame-place"><strong>${escapeText(name)}</strong><span>${escapeText(address)}</span></div>`
    from = range.end
  }
  return html + source.slice(from, end)
}

/** The theme's markup without embedded pages. */
function printedThemeHtml({ theme }: PrintDocument): string {
  const source = theme?.html ?? ''
  return themeHtml({
    html: printableMarkup(source, parseFragment(source).childNodes, { start: 0, end: source.length }),
  })
}

function sheet({ slideNumber, notes }: PrintDocument, themed: string, { html, id, number }: PrintedSlide): DeckWrapper {
  const place = number.replace('.', '-')
  const words = notes === null ? '' : escapeText(notes[id] ?? '')
  const below = `<div class="sheet-notes"><p class="sheet-place">${number}</p><p class="sheet-words">${words}</p></div>`
  return {
    slides: html,
    number,
    background: true,
    after: slideNumber ? `<div class="sheet-number">${number}</div>` : '',
    around: (slide) =>
      `<article class="sheet" id="sheet-${place}" data-slide="${number}"><div class="sheet-slide">${themed}${slide}</div>${notes === null ? '' : below}</article>`,
  }
}

/** Page sizes by name, in mm, upright. */
const papers = { a4: [210, 297], letter: [215.9, 279.4] } as const
/** The margins of pages with notes, in mm, as in player/print.css. */
const notedMargin = 14

/** Rules for pages of another size than the slides, on which slides are scaled and centered. '' without one. */
function paperCss({ appearance, paper = 'slide' }: PrintDocument): string {
  if (paper === 'slide') return ''
  const { width, height } = slideSizeOf(appearance.slide_size)
  const [short, long] = papers[paper]
  const [across, down] = width < height ? [short, long] : [long, short]
  const scale = `min(tan(atan2(${across}mm,var(--l-slide-width))),tan(atan2(${down}mm,var(--l-slide-height))))`
  return [
    `@page{size:${across}mm ${down}mm}@page noted{size:${short}mm ${long}mm}`,
    `html{--noted-width:${short - 2 * notedMargin}mm}`,
    `@media print{html:not(.with-notes) .sheet{--sheet-scale:${scale};display:grid;place-content:center;`,
    `width:auto;height:${down}mm}}`,
  ].join('')
}

/**
 * Renders the document a deck is printed from: every slide with all fragments shown, one per page; with notes, each
 * page is a slide and its notes. No transitions, no embedded pages, no theme scripts. The player's script highlights
 * code, typesets formulas and opens the print dialog on request of the parent page.
 */
export function renderPrintDocument(deck: PrintDocument): string {
  const { title, language, appearance, nonce, notes, settings, assets } = deck
  // Its markup is on each sheet.
  const theme = deck.theme && { ...deck.theme, html: '', js: null, scripts: [] }
  const themed = printedThemeHtml(deck)
  const { width, height } = slideSizeOf(appearance.slide_size)
  const rootClasses = ['started', 'print', ...(notes ? ['with-notes'] : [])]
  return deckDocument({
    ...{ title, language, appearance, theme, nonce, rootClasses, inFrame: true },
    styles: {
      inline: [assets.inlineCss, assets.fontCss, `@page{size:${width}px ${height}px}`],
      urls: [assets.styleUrl],
      // After the style sheet, whose rules it changes.
      overriding: paperCss(deck),
    },
    wrappers: printedSlides(deck.slides, deck).map((slide) => sheet(deck, themed, slide)),
    scripts: { settings, modules: assets.moduleUrls, last: [{ url: assets.scriptUrl, module: true }] },
  })
}
