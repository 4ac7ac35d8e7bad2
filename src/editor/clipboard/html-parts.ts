import { gridOfHtml, type PastedGrid } from '../../blocks/table/pasted-grid.ts'
import { type HtmlElement, type HtmlFragment, isElement, outerHtml, parseFragment } from '../../document/html.ts'

/** A part of pasted HTML: text, or a table that becomes its own block. */
export type HtmlPart =
  | { readonly kind: 'text'; readonly html: string }
  | { readonly kind: 'table'; readonly grid: PastedGrid }

/**
 * Splits sanitized HTML into texts and tables, in order. Tables of one cell or column count as text: mails use them
 * for layout.
 */
export function partsOf(html: string): readonly HtmlPart[] {
  const tables = tablesIn(parseFragment(html)).flatMap((element) => {
    const own = outerHtml(html, element)
    const grid = gridOfHtml(own)
    const isTable = grid && grid.rows.length > 1 && (grid.rows[0]?.length ?? 0) > 1
    return isTable && own !== '' ? [{ own, grid }] : []
  })
  const parts: HtmlPart[] = []
  let rest = html
  for (const { own, grid } of tables) {
    const at = rest.indexOf(own)
    if (at < 0) continue
    // Splits at the table. The parser closes the elements open before the table, and does not reopen them after it.
    parts.push({ kind: 'text', html: rest.slice(0, at) }, { kind: 'table', grid })
    rest = rest.slice(at + own.length)
  }
  parts.push({ kind: 'text', html: rest })
  return parts.filter((part) => part.kind === 'table' || hasWords(part.html))
}

function hasWords(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}

function tablesIn(parent: HtmlFragment | HtmlElement): readonly HtmlElement[] {
  return parent.childNodes.filter(isElement).flatMap((element) => {
    if (element.tagName !== 'table') return tablesIn(element)
    const inner = element.childNodes.filter(isElement).flatMap(tablesIn)
    return inner.length > 0 ? inner : [element]
  })
}
