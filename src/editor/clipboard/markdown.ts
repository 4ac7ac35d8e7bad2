import { escapeAttribute, escapeText } from '../../document/html.ts'

/** Markdown syntax, at the start of a line or around words. */
const signs: readonly RegExp[] = [
  /^#{1,6} \S/m,
  /^\s*[-*+] \S.*\n\s*[-*+] \S/m,
  /^\s*1[.)] \S.*\n\s*2[.)] \S/m,
  /\*\*\S[^*\n]*\*\*|__\S[^_\n]*__/,
  /\[[^\]\n]+\]\(https?:\/\/[^)\s]+\)/,
  /^> \S/m,
]

/** Whether text is Markdown, by syntax that is rare in other text. */
export function isMarkdown(text: string): boolean {
  return signs.some((sign) => sign.test(text))
}

/** The code and language of a text that is a single fenced block; null otherwise. */
export function fencedCode(text: string): { readonly code: string; readonly language: string } | null {
  const match = /^\s*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(text)
  if (!match || match[3]!.includes(match[1]!)) return null
  return { language: match[2]!, code: match[3]! }
}

/** Converts Markdown to the HTML of a text block: headings, nested lists, quotations, bold, italic, code, links. */
export function markdownHtml(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const parts: string[] = []
  for (let at = 0; at < lines.length; ) {
    const [html, next] = blockAt(lines, at)
    if (html !== '') parts.push(html)
    at = next
  }
  return parts.join('')
}

const listLine = /^(\s*)([-*+]|\d{1,3}[.)]) +(.*)$/

function blockAt(lines: readonly string[], at: number): readonly [string, number] {
  const line = lines[at]!
  if (line.trim() === '') return ['', at + 1]
  const heading = /^(#{1,6}) +(.*?) *#*$/.exec(line)
  if (heading) return [`<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`, at + 1]
  if (listLine.test(line)) return listAt(lines, at)
  if (/^>/.test(line)) return quoteAt(lines, at)
  return paragraphAt(lines, at)
}

function quoteAt(lines: readonly string[], at: number): readonly [string, number] {
  let end = at
  while (end < lines.length && /^>/.test(lines[end]!)) end++
  const words = lines.slice(at, end).map((line) => line.replace(/^> ?/, ''))
  return [`<blockquote><p>${words.map(inline).join('<br>')}</p></blockquote>`, end]
}

function paragraphAt(lines: readonly string[], at: number): readonly [string, number] {
  let end = at + 1
  while (
    end < lines.length &&
    lines[end]!.trim() !== '' &&
    !listLine.test(lines[end]!) &&
    !/^(#{1,6} |>)/.test(lines[end]!)
  )
    end++
  return [
    `<p>${lines
      .slice(at, end)
      .map((line) => inline(line.trim()))
      .join('<br>')}</p>`,
    end,
  ]
}

interface Item {
  readonly depth: number
  readonly ordered: boolean
  readonly html: string
}

function listAt(lines: readonly string[], at: number): readonly [string, number] {
  const items: Item[] = []
  let end = at
  for (; end < lines.length; end++) {
    const match = listLine.exec(lines[end]!)
    if (!match) break
    const depth = match[1]!.replaceAll('\t', '    ').length
    items.push({ depth, ordered: /\d/.test(match[2]!), html: inline(match[3]!.replace(/^\[[ x]\] /i, '')) })
  }
  return [nested(items), end]
}

function nested(items: readonly Item[]): string {
  const depth = Math.min(...items.map((item) => item.depth))
  const parts: string[] = []
  for (let at = 0; at < items.length; ) {
    const next = items.findIndex((item, index) => index > at && item.depth <= depth)
    const end = next < 0 ? items.length : next
    const inner = items.slice(at + 1, end)
    parts.push(`<li>${items[at]!.html}${inner.length > 0 ? nested(inner) : ''}</li>`)
    at = end
  }
  const tag = items[0]!.ordered ? 'ol' : 'ul'
  return `<${tag}>${parts.join('')}</${tag}>`
}

/** Inline markup. Code comes first, since it contains no other markup. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escapeText(part.slice(1, -1))}</code>` : marked(part)))
    .join('')
}

function marked(text: string): string {
  return escapeText(text)
    .replace(/\[([^\]]+)\]\((https?:\/\/[^)\s]+)\)/g, (_, words: string, address: string) => {
      return `<a href="${escapeAttribute(address.replaceAll('&amp;', '&'))}">${words}</a>`
    })
    .replace(/(\*\*|__)(\S(?:.*?\S)?)\1/g, '<strong>$2</strong>')
    .replace(/(^|[^\w*])[*_](\S(?:[^*_]*?\S)?)[*_](?=[^\w*]|$)/g, '$1<em>$2</em>')
    .replace(/~~(\S(?:.*?\S)?)~~/g, '<s>$1</s>')
}
