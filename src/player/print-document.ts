import {
  attribute,
  escapeAttribute,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isTag,
  parseFragment,
  rangeOf,
} from '../document/html.ts'
import type { AppOrigins } from './app-origins.ts'
import { slidesForAudience } from './audience-slides.ts'
import { firstBackground } from './first-background.ts'
import { type FrameAssets, scriptJson, styleText } from './frame-document.ts'
import { themeClasses, themeVariablesCss } from './theme-variables.ts'

/** Input for a deck's printable document. */
export interface PrintDocument {
  readonly title: string
  readonly language: string
  /** The deck's HTML: its `section` elements. */
  readonly slides: string
  /** Notes shown below the slides, by slide id; null: none. */
  readonly notes: Readonly<Record<string, string>> | null
  readonly themeColor: string
  readonly themeFont: string
  readonly center: boolean
  readonly rtl: boolean
  readonly slideNumber: boolean
  readonly origins: AppOrigins
  readonly fontStyles: readonly string[]
  readonly assets: Omit<FrameAssets, 'firstScript'>
  readonly nonce: string | null
}

/** A printed slide: its section and its displayed number (3, or 3.2 in a stack). */
interface PrintedSlide {
  readonly html: string
  readonly id: string
  readonly number: string
}

/** All slides of a deck in presentation order, stacks flattened. */
export function printedSlides(slides: string): PrintedSlide[] {
  const source = slidesForAudience(slides)
  const sections = (nodes: readonly HtmlNode[]) => nodes.filter((node): node is HtmlElement => isTag(node, 'section'))
  const printed = (section: HtmlElement, number: string): PrintedSlide => {
    const range = rangeOf(section)
    const html = range ? printableMarkup(source, section, range) : ''
    return { html, id: attribute(section, 'data-id') ?? '', number }
  }
  return sections(parseFragment(source).childNodes).flatMap((outer, h) => {
    const inner = sections(outer.childNodes)
    if (inner.length === 0) return [printed(outer, String(h + 1))]
    return inner.map((section, v) => printed(section, v === 0 ? String(h + 1) : `${h + 1}.${v + 1}`))
  })
}

/** The section's markup with each iframe replaced by its title and URL. */
function printableMarkup(source: string, section: HtmlElement, { start, end }: { start: number; end: number }): string {
  const frames: HtmlElement[] = []
  const pending: HtmlNode[] = [...section.childNodes]
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

function sheet(deck: PrintDocument, slide: PrintedSlide): string {
  const classes = ['reveal', deck.center ? 'center' : '', deck.rtl ? 'rtl' : '']
  const themeClass = themeClasses({ theme_color: deck.themeColor, theme_font: deck.themeFont })
  const notes = deck.notes === null ? null : (deck.notes[slide.id] ?? '')
  return [
    '<article class="sheet"><div class="sheet-slide">',
    `<div class="${[...classes, themeClass].filter((name) => name !== '').join(' ')}">`,
    firstBackground(slide.html),
    `<div class="slides">${slide.html}</div>`,
    deck.slideNumber ? `<div class="sheet-number">${slide.number}</div>` : '',
    '</div></div>',
    notes === null ? '' : `<div class="sheet-notes"><p class="sheet-place">${slide.number}</p>`,
    notes === null ? '' : `<p class="sheet-words">${escapeText(notes)}</p></div>`,
    '</article>',
  ].join('')
}

/**
 * Renders the document a deck is printed from: every slide with all fragments shown, one per page; with notes, each
 * page is a slide and its notes. No transitions, no embedded pages, no theme scripts. The player's script highlights
 * code, typesets formulas and opens the print dialog on request of the parent page.
 */
export function renderPrintDocument(deck: PrintDocument): string {
  const { assets } = deck
  const colors = { theme_color: deck.themeColor, theme_font: deck.themeFont }
  const nonce = deck.nonce === null ? '' : ` nonce="${escapeAttribute(deck.nonce)}"`
  const settings = { origins: deck.origins, fontStyles: deck.fontStyles }
  return [
    `<!doctype html><html lang="${escapeAttribute(deck.language)}" class="started print${deck.notes ? ' with-notes' : ''}">`,
    `<head><meta charset="utf-8"><title>${escapeText(deck.title)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><base target="_blank">',
    `<style>${styleText(themeVariablesCss(colors) + assets.inlineCss + assets.fontCss)}</style>`,
    `<link rel="stylesheet" href="${escapeAttribute(assets.styleUrl)}">`,
    '</head><body class="reveal-viewport">',
    ...printedSlides(deck.slides).map((slide) => sheet(deck, slide)),
    `<script type="application/json" id="player-settings">${scriptJson(settings)}</script>`,
    `<script type="module"${nonce} src="${escapeAttribute(assets.scriptUrl)}"></script>`,
    '</body></html>',
  ].join('\n')
}
