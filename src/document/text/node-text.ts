/** A node of a parsed document or of the DOM: what both have in common. */
export interface TextTree {
  /** `#text`, or the element's name. */
  readonly nodeName: string
  readonly childNodes?: Iterable<TextTree>
  /** The text of a text node, as parsers store it. */
  readonly value?: unknown
  /** The same in the DOM. */
  readonly nodeValue?: string | null
}

/** A text node, and where its text begins. */
export interface TextPart<N> {
  readonly node: N
  readonly start: number
}

/** The text below a node, with its text nodes in order. */
export interface NodeText<N> {
  readonly text: string
  readonly parts: readonly TextPart<N>[]
}

/** Elements around which a line ends. */
const lines = new Set('p h1 h2 h3 h4 h5 h6 pre li ul ol dl dt dd blockquote div table tr figure hr br'.split(' '))
/** Elements without words. */
const silent = new Set('svg math style script template noscript'.split(' '))

/** Reads the text below a node: lines are separated by one line break each. */
export function nodeText<N extends TextTree>(root: N): NodeText<N> {
  const parts: TextPart<N>[] = []
  let text = ''
  let endsLine = false
  const read = (node: N): void => {
    const name = node.nodeName.toLowerCase()
    if (name === '#text') {
      const words = String(node.value ?? node.nodeValue ?? '')
      if (words === '') return
      if (endsLine && text !== '') text += '\n'
      endsLine = false
      parts.push({ node, start: text.length })
      text += words
      return
    }
    if (silent.has(name)) return
    endsLine ||= lines.has(name)
    for (const child of node.childNodes ?? []) read(child as N)
    endsLine ||= lines.has(name)
  }
  read(root)
  return { text, parts }
}
