import { formatDate } from '../../rules/dates.ts'
import { escapeHtml } from '../../rules/escape-html.ts'
import { dollarColumn } from '../../rules/prices.ts'
import type { Receipt } from './queries.ts'

const styles = `
  @page { margin: 22mm 20mm }
  body { font: 11pt/1.5 system-ui, sans-serif; color: #1c1f24; margin: 0 }
  h1 { font-size: 20pt; margin: 0 0 6mm }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 1mm 8mm; margin: 0 0 8mm }
  dt { color: #5b6470 } dd { margin: 0; white-space: pre-line }
  table { inline-size: 100%; border-collapse: collapse }
  th, td { text-align: start; padding: 2mm 0; border-block-end: 0.3mm solid #d4d9e0 }
  th:last-child, td:last-child { text-align: end; font-variant-numeric: tabular-nums }
  tfoot td { border: 0; font-weight: 600 }
  p { color: #5b6470; margin-block-start: 8mm }
`

function row(text: string, amount: string): string {
  return `<tr><td>${escapeHtml(text)}</td><td>${amount}</td></tr>`
}

/** A receipt as a document to print. */
export function receiptHtml(receipt: Receipt): string {
  const { number, date, lines, amount, refunded, card, seller, customer, sandbox } = receipt
  const shown = dollarColumn([...lines.map((line) => line.amount), amount, refunded])
  const to = [customer.name, customer.address, customer.email].filter((line) => line !== null).join('\n')
  const facts = [
    ['Receipt', number],
    ['Date', formatDate(date)],
    ['Billed to', to],
    ...(card === null ? [] : [['Paid with', card]]),
  ] as const
  const list = facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value ?? '')}</dd>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Receipt ${escapeHtml(number)}</title>
<style>${styles}</style></head><body><h1>${escapeHtml(seller.name)}</h1><dl>${list}</dl>
<table><thead><tr><th>For</th><th>Amount</th></tr></thead>
<tbody>${lines.map((line) => row(line.text, shown(line.amount))).join('')}</tbody>
<tfoot>${row('Paid', shown(amount))}${refunded > 0 ? row('Refunded', shown(-refunded)) : ''}</tfoot></table>
<p>Amounts in US dollars. ${escapeHtml(seller.url ?? '')}</p>
${sandbox ? '<p>This payment was simulated: no money moved.</p>' : ''}</body></html>`
}
