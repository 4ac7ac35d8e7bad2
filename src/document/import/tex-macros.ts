/** Macros of formulas: MathJax shares them between all formulas of a page, decks typeset each formula alone. */

interface Macro {
  readonly arguments: number
  readonly body: string
}

/** By name, without the backslash. */
export type Macros = ReadonlyMap<string, Macro>

/** Most replacements in a formula: a macro may name itself. */
const mostSteps = 300
/** Longest formula, in characters. */
const longest = 5_000
/** Longest object of macros in options. */
const mostOptions = 20_000

/** The index after a group in braces that starts at `from`; -1 if there is none, or a longer one than `most`. */
function groupEnd(text: string, from: number, most = longest): number {
  if (text[from] !== '{') return -1
  let depth = 0
  for (let at = from; at < Math.min(text.length, from + most); at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at + 1
  }
  return -1
}

const definition =
  /\\(?:(?:re)?newcommand\*?\s*(?:\{\s*\\([A-Za-z]+)\s*\}|\\([A-Za-z]+))\s*(?:\[([1-9])\]\s*)?|def\s*\\([A-Za-z]+)((?:#[1-9])*)\s*|DeclareMathOperator\*?\s*\{\s*\\([A-Za-z]+)\s*\}\s*)(?=\{)/g

/** Takes the definitions out of a formula, into `macros`. Returns what is left of it. */
export function takeDefinitions(latex: string, macros: Map<string, Macro>): string {
  let left = ''
  let from = 0
  for (const match of latex.matchAll(definition)) {
    const [whole, braced, bare, count, defined, parameters = '', operator] = match
    const start = match.index + whole.length
    const end = groupEnd(latex, start)
    if (match.index < from || end < 0) continue
    const body = latex.slice(start + 1, end - 1)
    const name = braced ?? bare ?? defined ?? operator ?? ''
    macros.set(name, {
      arguments: count ? Number(count) : parameters.length / 2,
      body: operator === undefined || /^\s*\\operatorname\b/.test(body) ? body : `\\operatorname{${body}}`,
    })
    left += latex.slice(from, match.index)
    from = end
  }
  return left + latex.slice(from)
}

const unescaped = (text: string): string => text.replace(/\\(['"\\])/g, '$1')

const entry =
  /['"]?(?:\\\\)?([A-Za-z]+)['"]?\s*:\s*(?:\[\s*)?(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")(?:\s*,\s*(\d))?/g

/** The macros that a page's scripts give to MathJax or KaTeX. */
export function macrosInScripts(scripts: readonly string[]): Map<string, Macro> {
  const macros = new Map<string, Macro>()
  const text = scripts.join('\n')
  for (const match of text.matchAll(/\bmacros['"]?\s*:\s*(?=\{)/gi)) {
    const start = match.index + match[0].length
    const end = groupEnd(text, start, mostOptions)
    // The rest of the scripts has other names and texts.
    if (end < 0) continue
    const object = text.slice(start, end)
    for (const [, name, single, double, count] of object.matchAll(entry)) {
      const body = unescaped(single ?? double ?? '')
      const used = Math.max(0, ...[...body.matchAll(/#([1-9])/g)].map(([, number]) => Number(number)))
      macros.set(name!, { arguments: count ? Number(count) : used, body })
    }
  }
  return macros
}

/** The arguments after a macro's name, and the index after them; null if one is missing. */
function argumentsAt(text: string, from: number, count: number): { values: string[]; end: number } | null {
  const values: string[] = []
  let at = from
  while (values.length < count) {
    while (/\s/.test(text[at] ?? '')) at++
    const group = groupEnd(text, at)
    const token = /^(?:\\(?:[A-Za-z]+|[\s\S])|[^\\{}\s])/.exec(text.slice(at, at + 60))?.[0]
    if (group < 0 && token === undefined) return null
    values.push(group < 0 ? token! : text.slice(at + 1, group - 1))
    at = group < 0 ? at + token!.length : group
  }
  return { values, end: at }
}

/** A formula with its macros written out; as it is if that has no end. */
export function withoutMacros(latex: string, macros: Macros): string {
  if (macros.size === 0 || latex.length > longest) return latex
  let text = latex
  let from = 0
  for (let step = 0; step < mostSteps; step++) {
    const rest = /\\(?:([A-Za-z]+)|[\s\S])/g
    rest.lastIndex = from
    let match = rest.exec(text)
    while (match && !macros.has(match[1] ?? '')) match = rest.exec(text)
    if (!match) return text
    const macro = macros.get(match[1]!)!
    const given = argumentsAt(text, match.index + match[0].length, macro.arguments)
    if (!given) return latex
    // A name must not run into the letters after it.
    const body = macro.body.replace(/#([1-9])/g, (_, number: string) => given.values[Number(number) - 1] ?? '')
    const next = text.slice(given.end)
    text = text.slice(0, match.index) + body + (/\\[A-Za-z]+$/.test(body) && /^[A-Za-z]/.test(next) ? ' ' : '') + next
    if (text.length > longest) return latex
    from = match.index
  }
  return latex
}

const inner: Readonly<Record<string, string>> = { align: 'aligned', gather: 'gathered', alignat: 'alignedat' }

/** A displayed formula for a line of text: environments that only stand alone become those inside of formulas. */
export function insideLine(latex: string): string {
  return latex
    .replace(/\\(begin|end)\{(align|gather|alignat)\*?\}/g, (_, edge: string, name: string) => {
      return `\\${edge}{${inner[name]}}`
    })
    .replace(
      /\\(?:begin|end)\{(?:equation|displaymath|math)\*?\}|\\(?:label|tag)\*?\{[^{}]*\}|\\(?:nonumber|notag)\b/g,
      '',
    )
}
