/** A mapping of compose.yaml: strings and nested mappings. Lists and block texts are omitted. */
export interface ComposeMapping {
  readonly [name: string]: string | ComposeMapping
}

interface Line {
  readonly indent: number
  readonly name: string
  readonly value: string
}

const pair = /^( *)(<<|[\w.-]+):(?: +(.*))?$/

/** The lines with a name and a value. Throws at a line that is neither that nor part of a list or block text. */
function linesOf(text: string): Line[] {
  const lines: Line[] = []
  // Deeper lines belong to a list or block text.
  let skipped = Number.POSITIVE_INFINITY
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/)
    if (indent < 0 || line[indent] === '#' || indent > skipped) continue
    skipped = Number.POSITIVE_INFINITY
    const [, , name, value = ''] = pair.exec(line) ?? []
    const item = line[indent] === '-'
    if (name === undefined && !item) throw new Error(`compose.yaml has a line that cannot be read here: ${line}`)
    if (name === undefined || /^[|>]$/.test(value)) skipped = indent
    if (name !== undefined) lines.push({ indent, name, value })
  }
  return lines
}

/** Parses `{ replicas: 2, image: x }` as a mapping; anything else as a string without its quotes. */
function readValue(text: string): string | ComposeMapping {
  const inner = /^\{ (.*) \}$/.exec(text)?.[1]
  if (inner === undefined) return text.replace(/^(["'])(.*)\1$/, '$2')
  return Object.fromEntries(inner.split(', ').map((one) => one.split(': ') as [string, string]))
}

/**
 * Parses the mappings of compose.yaml with anchors, aliases and merges: the subset of YAML that file uses. Throws for
 * anything else.
 */
export function readCompose(text: string): ComposeMapping {
  const lines = linesOf(text)
  const anchors = new Map<string, ComposeMapping>()
  const alias = (name: string): ComposeMapping => {
    const found = anchors.get(name.slice(1))
    if (!found) throw new Error(`compose.yaml names ${name}, which stands nowhere before it`)
    return found
  }
  const mapping = (indent: number): ComposeMapping => {
    const found: Record<string, string | ComposeMapping> = {}
    while (lines[0] && lines[0].indent >= indent) {
      const { name, value, indent: own } = lines.shift() as Line
      if (own !== indent) throw new Error(`compose.yaml: ${name} stands at no level`)
      if (value.startsWith('*')) {
        if (name === '<<') Object.assign(found, alias(value))
        else found[name] = alias(value)
      } else if (value === '' || value.startsWith('&')) {
        found[name] = mapping(Math.max(indent + 1, lines[0]?.indent ?? 0))
        if (value !== '') anchors.set(value.slice(1), found[name])
      } else found[name] = readValue(value)
    }
    return found
  }
  return mapping(0)
}
