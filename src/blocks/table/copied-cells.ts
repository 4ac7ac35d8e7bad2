import { parseFragment, textContent } from '../../document/html.ts'
import type { TableCell, TableProps } from './block.ts'

/** Cells for the clipboard: a table as HTML, and tab-separated text. */
export function copiedCells({ rows }: Pick<TableProps, 'rows'>): { readonly html: string; readonly text: string } {
  const lines = rows.map((row) => `<tr>${row.map((cell) => cell && cellHtml(cell)).join('')}</tr>`)
  const text = rows.map((row) => row.map((cell) => plainCell(cell?.html ?? '')).join('\t')).join('\n')
  return { html: `<table><tbody>${lines.join('')}</tbody></table>`, text }
}

function cellHtml({ html, columns, rows }: TableCell): string {
  const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${rows > 1 ? ` rowspan="${rows}"` : ''}`
  return `<td${spans}>${html}</td>`
}

function plainCell(html: string): string {
  const fragment = parseFragment(html.replace(/<br\s*\/?>|<\/p>/gi, ' $&'))
  return textContent(fragment).replace(/\s+/g, ' ').trim()
}
