import {
  attribute,
  escapeAttribute,
  type HtmlElement,
  isElement,
  isTag,
  parseFragment,
  rangeOf,
} from '../../../document/html.ts'

/** A slide among its neighbors: joined, the texts are the deck again. */
export interface SplitSlide {
  /** The section, with the start tag of its stack before the first slide in it, and its end tag after the last. */
  readonly html: string
}

const sectionsIn = (parent: Pick<HtmlElement, 'childNodes'>): HtmlElement[] =>
  parent.childNodes.filter((node): node is HtmlElement => isElement(node) && isTag(node, 'section'))

function withNotes(section: string, notes: string): string {
  const start = /^<section/.exec(section)
  return notes === '' || !start || /^<section[^>]*\sdata-notes=/.test(section)
    ? section
    : `<section data-notes="${escapeAttribute(notes)}"${section.slice(start[0].length)}`
}

/** Splits sanitized markup into slides, with their notes. `notes`: by the number of the slide, from 0. */
export function splitSlides(html: string, notes: ReadonlyMap<number, string>): SplitSlide[] {
  const slides: SplitSlide[] = []
  const source = (element: HtmlElement): string => {
    const range = rangeOf(element)
    return range ? html.slice(range.start, range.end) : ''
  }
  const add = (section: HtmlElement, before: string, after: string): void => {
    slides.push({ html: before + withNotes(source(section), notes.get(slides.length) ?? '') + after })
  }
  for (const column of sectionsIn(parseFragment(html))) {
    const rows = sectionsIn(column)
    if (rows.length === 0) add(column, '', '')
    const tag = source(column).slice(
      0,
      (column.sourceCodeLocation?.startTag?.endOffset ?? 0) - (rangeOf(column)?.start ?? 0),
    )
    for (const [index, row] of rows.entries())
      add(row, index === 0 ? tag : '', index === rows.length - 1 ? '</section>' : '')
  }
  return slides
}

/** A section's data-id. */
export const idOf = (section: HtmlElement): string => attribute(section, 'data-id') ?? ''
