/**
 * Normalizes HTML copied from office programs. It extracts the copied fragment from its page, and converts Word's
 * list paragraphs to lists.
 */
export function copiedHtml(html: string): string {
  return wordLists(copiedPart(html))
}

/** The HTML between the fragment comments, if there are any. Copied table rows are wrapped in a table. */
function copiedPart(html: string): string {
  const start = html.indexOf('<!--StartFragment')
  const end = html.lastIndexOf('<!--EndFragment')
  if (start < 0 || end < start) return html
  const part = html.slice(html.indexOf('>', start) + 1, end)
  return /^\s*<(tr|td|col|colgroup|tbody|thead)\b/i.test(part) ? `<table>${part}</table>` : part
}

const listParagraph = /<p\b([^>]*\bmso-list:[^>]*)>([\s\S]*?)<\/p>/gi
const listRun = /(?:<p\b[^>]*\bmso-list:[^>]*>[\s\S]*?<\/p>\s*)+/gi
const paintedMark =
  /<!(?:--)?\[if !supportLists\](?:--)?>([\s\S]*?)<!(?:--)?\[endif\](?:--)?>|<span\b[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?)<\/span>/i

interface Item {
  readonly level: number
  readonly ordered: boolean
  readonly html: string
}

function wordLists(html: string): string {
  if (!html.includes('mso-list:')) return html
  return html.replace(listRun, (run) => {
    const items = [...run.matchAll(listParagraph)].map(([, attributes = '', inner = '']) => itemOf(attributes, inner))
    return nested(items, 1)
  })
}

function itemOf(attributes: string, inner: string): Item {
  const level = Number(/\blevel(\d)\b/.exec(attributes)?.[1] ?? '1')
  const mark = paintedMark.exec(inner)
  const painted = (mark?.[1] ?? mark?.[2] ?? '').replace(/<[^>]*>|&nbsp;|\s/g, '')
  return { level, ordered: /^\(?(\d{1,3}|[a-z]{1,4})[.)]/i.test(painted), html: inner.replace(paintedMark, '').trim() }
}

/** Nested lists: items of deeper levels are inside the item before them. */
function nested(items: readonly Item[], level: number): string {
  const parts: string[] = []
  for (let at = 0; at < items.length; ) {
    const next = items.findIndex((item, index) => index > at && item.level <= level)
    const end = next < 0 ? items.length : next
    const inner = items.slice(at + 1, end)
    parts.push(`<li>${items[at]!.html}${inner.length > 0 ? nested(inner, level + 1) : ''}</li>`)
    at = end
  }
  const tag = items[0]?.ordered ? 'ol' : 'ul'
  return items.length === 0 ? '' : `<${tag}>${parts.join('')}</${tag}>`
}
