import { footerDate } from '../../rules/footer-date.ts'
import { type Footer, type FooterPart, type FooterPlace, footerOf, footerParts } from '../../rules/slide-footer.ts'
import { hideFooterAttribute } from '../hide-footer.ts'
import { escapeAttribute, escapeText } from '../html.ts'
import type { AppearanceSettings, DrawnTheme } from './frame-types.ts'

/** Class of the element in a section that shows the footer. */
export const footerClass = 'slide-footer'

/** The footer of a deck's slides: its own parts over those of its theme. Null: none. */
export function footerIn(
  appearance: Pick<AppearanceSettings, 'footer'> | null,
  theme: Pick<DrawnTheme, 'footer'> | null | undefined,
): Footer | null {
  if (appearance === null) return null
  const footer = footerOf(appearance.footer, theme?.footer ?? '')
  return footerParts.every((part) => footer[part] === null) ? null : footer
}

/** The markup of a part besides its place and size; '' if it shows nothing. */
const contents: { readonly [P in FooterPart]: (part: NonNullable<Footer[P]>, number: string, today: Date) => string } =
  {
    text: ({ text }) => `<span>${escapeText(text)}</span>`,
    logo: ({ src, alt }) => `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`,
    date: (date, _number, today) =>
      'text' in date
        ? `<span>${escapeText(date.text)}</span>`
        : `<time data-form="${date.form}">${footerDate(today, date.form)}</time>`,
    number: (_part, number) => (number === '' ? '' : `<span class="footer-number">${escapeText(number)}</span>`),
  }

/** The parts in the order in which they share a place: the logo leads. */
const order = ['logo', 'text', 'date', 'number'] as const

interface PlacedMarkup {
  readonly place: FooterPlace
  readonly html: string
}

function markupOf<P extends FooterPart>(part: P, footer: Footer, number: string, today: Date): PlacedMarkup[] {
  const shown = footer[part]
  if (!shown) return []
  const html = contents[part](shown, number, today)
  return html === '' ? [] : [{ place: shown.place, html: html.replace(/^<(\w+)/, `<$1 data-size="${shown.size}"`) }]
}

/**
 * The element with the footer of one slide; '' if it shows nothing. `number`: the slide's; '' for none. The player writes
 * the date of each showing into `time[data-form]`.
 */
export function footerMarkup(footer: Footer, number: string, today: Date): string {
  const parts = order.flatMap((part) => markupOf(part, footer, number, today))
  if (parts.length === 0) return ''
  const rows = (['top', 'bottom'] as const).map((edge) => {
    const at = (side: string) =>
      parts.flatMap(({ place, html }) => (place === `${edge}-${side}` ? [html] : [])).join('')
    const isCentered = at('center') !== ''
    const cells = (['start', 'center', 'end'] as const).map((side) => {
      const html = at(side)
      // Beside a center, an empty side takes its room.
      return html === '' && !isCentered ? '' : `<div class="footer-${side}">${html}</div>`
    })
    return cells.every((cell) => cell === '') ? '' : `<div class="footer-${edge}">${cells.join('')}</div>`
  })
  return `<footer class="${footerClass}">${rows.join('')}</footer>`
}

/** Comments, and tags with quoted attributes, as the sanitizer writes them. */
const markup = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/g

const has = (attributes: string, name: string) => new RegExp(`\\s${name}(?=[\\s=/]|$)`).test(attributes)

/** The footer of a document's slides. */
export interface ShownFooter {
  /** Null: none. */
  readonly footer: Footer | null
  readonly today: Date
  /** The number of the only slide; missing: slides are numbered by their order. */
  readonly number?: string | undefined
}

/** A section whose end is not reached yet. */
interface OpenSection {
  readonly attributes: string
  /** Number of slides in it; 0: it is a slide. */
  slides: number
}

/**
 * Adds the footer to all slides that show it, as the last element of their sections: styles for the first one still
 * apply, and screen readers reach it after the content. All other bytes stay unchanged. Hidden slides must be left out
 * before: they are not counted.
 */
export function withFooters(slides: string, { footer, today, number }: ShownFooter): string {
  if (footer === null) return slides
  const open: OpenSection[] = []
  let columns = 0
  const parts: string[] = []
  let from = 0
  for (const match of slides.matchAll(markup)) {
    const [tag, end, name, attributes = ''] = match
    if (name?.toLowerCase() !== 'section') continue
    if (end === '') {
      if (open.length === 0) columns += 1
      else open[0]!.slides += 1
      open.push({ attributes, slides: 0 })
      continue
    }
    const section = open.pop()
    // A stack shows nothing of its own.
    if (!section || section.slides > 0) continue
    const own = open.length === 0 ? String(columns) : `${columns}.${open[0]!.slides}`
    const counted = has(section.attributes, 'data-visibility="uncounted"') ? '' : (number ?? own)
    const added = has(section.attributes, hideFooterAttribute) ? '' : footerMarkup(footer, counted, today)
    parts.push(slides.slice(from, match.index), added, tag)
    from = match.index + tag.length
  }
  return parts.join('') + slides.slice(from)
}
