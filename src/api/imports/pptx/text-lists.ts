/** A paragraph that may be an item of a list. */
export interface ListItem {
  /** From 0. */
  readonly level: number
  /** The left edge of its text in px. */
  readonly left: number
  /** Null: it is no item. */
  readonly marker: { readonly tag: 'ul' | 'ol'; readonly type: string; readonly start: number } | null
  readonly html: string
  /** A style attribute, with a space before it, or ''. */
  readonly style: string
}

interface OpenList {
  readonly tag: 'ul' | 'ol'
  readonly type: string
  readonly level: number
  readonly left: number
}

const leastIndent = 8

/** Joins paragraphs and items to paragraphs and nested lists. `tag`: of paragraphs that are no items. */
export function joinLists(items: readonly ListItem[], tag: 'p' | 'h2'): string {
  let html = ''
  const open: OpenList[] = []
  const closeTo = (count: number): void => {
    while (open.length > count) html += `</li></${open.pop()!.tag}>`
  }
  const begin = ({ level, left, marker }: ListItem): void => {
    const { tag: list, type, start } = marker!
    const outer = open.at(-1)?.left ?? 0
    const indent = Math.max(leastIndent, Math.round((left - outer) * 100) / 100)
    open.push({ tag: list, type, level, left: Math.max(left, outer + leastIndent) })
    const first = list === 'ol' && start > 1 ? ` start="${start}"` : ''
    const kind = type.replaceAll('"', '&quot;')
    html += `<${list}${first} style="padding-left: ${indent}px; list-style-type: ${kind};">`
  }
  for (const item of items) {
    if (!item.marker) {
      closeTo(0)
      html += `<${tag}${item.style}>${item.html}</${tag}>`
      continue
    }
    while (open.length > 0 && open.at(-1)!.level > item.level) closeTo(open.length - 1)
    const current = open.at(-1)
    const isSame = current?.level === item.level && current.tag === item.marker.tag && current.type === item.marker.type
    if (isSame) html += '</li>'
    else {
      if (current?.level === item.level) closeTo(open.length - 1)
      begin(item)
    }
    html += `<li${item.style}>${item.html}`
  }
  closeTo(0)
  return html
}
