/** A paragraph that may be an item of a list. `Around`: the look of the element that it stands in. */
export interface ListItem<Around> {
  /** From 0. */
  readonly level: number
  /** The left edge of its text in px. */
  readonly left: number
  /** Null: it is no item. */
  readonly marker: { readonly tag: 'ul' | 'ol'; readonly type: string; readonly start: number } | null
  readonly html: string
  /** How what stands in it looks, unless it has another look. */
  readonly look: Around
  /** A style attribute, with a space before it, or ''. */
  style(around: Around): string
}

interface OpenList<Around> {
  readonly tag: 'ul' | 'ol'
  readonly type: string
  readonly level: number
  readonly left: number
  readonly around: Around
  /** The look of its last item. */
  look: Around
}

/** How lists are written. */
interface Lists<Around> {
  /** Of paragraphs that are no items. */
  readonly tag: 'p' | 'h2'
  readonly around: Around
  /** A length of px in CSS. */
  length(px: number, around: Around): string
}

const leastIndent = 8

/** Joins paragraphs and items to paragraphs and nested lists. */
export function joinLists<Around>(items: readonly ListItem<Around>[], { tag, around, length }: Lists<Around>): string {
  let html = ''
  const open: OpenList<Around>[] = []
  const closeTo = (count: number): void => {
    while (open.length > count) html += `</li></${open.pop()!.tag}>`
  }
  const begin = ({ level, left, marker, look }: ListItem<Around>): void => {
    const { tag: list, type, start } = marker!
    const outer = open.at(-1)
    const from = outer?.left ?? 0
    const indent = Math.max(leastIndent, Math.round((left - from) * 100) / 100)
    const inside = outer?.look ?? around
    open.push({ tag: list, type, level, left: Math.max(left, from + leastIndent), around: inside, look })
    const first = list === 'ol' && start > 1 ? ` start="${start}"` : ''
    const kind = type.replaceAll('"', '&quot;')
    html += `<${list}${first} style="margin: 0; padding-left: ${length(indent, inside)}; list-style-type: ${kind};">`
  }
  for (const item of items) {
    if (!item.marker) {
      closeTo(0)
      html += `<${tag}${item.style(around)}>${item.html}</${tag}>`
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
    const list = open.at(-1)!
    list.look = item.look
    html += `<li${item.style(list.around)}>${item.html}`
  }
  closeTo(0)
  return html
}
