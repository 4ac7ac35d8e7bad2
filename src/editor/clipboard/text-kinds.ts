import { endsLikePicture } from '../../rules/picture-types.ts'

/** What an address most likely leads to. */
export type AddressKind = 'picture' | 'film' | 'page'

/** The address when a text is one and nothing else; null otherwise. Only addresses of the web. */
export function addressOf(text: string): string | null {
  const address = text.trim()
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > 2000 || !URL.canParse(address)) return null
  return new URL(address).hostname.includes('.') || /^https?:\/\/localhost\b/.test(address) ? address : null
}

/** What an address leads to, by its ending and its site. */
export function addressKind(address: string): AddressKind {
  const { pathname, hostname } = new URL(address)
  if (endsLikePicture(pathname)) return 'picture'
  if (/(^|\.)(youtube\.com|youtu\.be|vimeo\.com)$/.test(hostname) || /\.(mp4|webm)$/i.test(pathname)) return 'film'
  return 'page'
}

/** The formula when a text is one in TeX, without its delimiters; null otherwise. */
export function formulaOf(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > 5000) return null
  const delimited =
    /^\$\$([\s\S]+)\$\$$/.exec(trimmed) ??
    /^\\\[([\s\S]+)\\\]$/.exec(trimmed) ??
    /^\\\(([\s\S]+)\\\)$/.exec(trimmed) ??
    /^\$([^$\n]*[\\^_{}=][^$\n]*)\$$/.exec(trimmed)
  if (delimited) return delimited[1]!.trim()
  const environment = /^\\begin\{(equation|align|gather|multline)\*?\}([\s\S]+)\\end\{\1\*?\}$/.exec(trimmed)
  if (environment)
    return environment[1] === 'equation' ? environment[2]!.trim() : aligned(environment[1]!, environment[2]!)
  if (/^\\begin\{(\w*matrix|cases|aligned|gathered|array)\}[\s\S]+\\end\{\1\}$/.test(trimmed)) return trimmed
  return /\n\s*\n|\\(documentclass|section|usepackage|item)\b/.test(trimmed) || !isBareFormula(trimmed) ? null : trimmed
}

/** Environments that number their lines can't stand inside a displayed formula; their inner twins can. */
function aligned(name: string, inner: string): string {
  const twin = name === 'align' ? 'aligned' : 'gathered'
  return `\\begin{${twin}}${inner}\\end{${twin}}`
}

/** Commands of formulas, and hardly a word of prose between them. */
function isBareFormula(text: string): boolean {
  const commands =
    /\\(frac|dfrac|sum|int|prod|sqrt|lim|infty|alpha|beta|gamma|delta|theta|lambda|mu|pi|sigma|omega|partial|nabla|cdot|times|leq|geq|neq|approx|mathbb|mathbf|mathrm|vec|hat|bar|left|right|to|in|forall|exists)\b/
  const words = text.replace(/\\[a-zA-Z]+/g, ' ').match(/[A-Za-z]{4,}/g) ?? []
  return commands.test(text) && words.length <= 2 && !/^[A-Za-z]:\\/.test(text)
}

/** The drawing when a text is the source of one (SVG) and nothing else; null otherwise. */
export function drawingOf(text: string): string | null {
  const source = text.trim()
  const begins = /^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(source)
  return begins && /<\/svg>\s*$|<svg[^>]*\/>\s*$/i.test(source) ? source : null
}

/**
 * The text of a Mermaid diagram of a kind that is drawn here (a flowchart, states, a sequence, a pie), without the fence
 * that may be around it; null otherwise.
 */
export function mermaidOf(text: string): string | null {
  const source = /^```\s*mermaid[^\n]*\n([\s\S]*?)\n?```$/i.exec(text.trim())?.[1] ?? text.trim()
  const begins =
    /^(?:---\n[\s\S]*?\n---\s*)?(?:%%[^\n]*\n\s*)*(graph|flowchart|sequenceDiagram|stateDiagram|pie)\b[^\n]*/
  const [first = '', kind = ''] = begins.exec(source) ?? []
  if (kind === '' || source.length > 20_000 || !source.includes('\n')) return null
  // 'Pie' and 'graph' are words of prose too: then more than a direction or a title follows them.
  const head = first.slice(first.lastIndexOf(kind)).trim()
  const graph = /^(graph|flowchart)(\s+(TB|TD|BT|LR|RL))?\s*(;.*)?$/
  const isPie = /^pie(\s+(showData|title\b.*))*$/.test(head) && /\n\s*"[^"]*"\s*:/.test(source)
  return isPie || graph.test(head) || /^(sequence|state)Diagram(-v2)?$/.test(head) ? source : null
}

/**
 * Whether a text may be the source of a program, so that it is worth asking: a line ends or begins as lines of programs
 * do, or calls, compares and options stand in it.
 */
export function mayBeCode(text: string): boolean {
  const source = text.trim()
  if (source === '' || addressOf(source) !== null) return false
  const lines = source.split('\n').slice(0, 200)
  const signs = /[;{}]\s*$|^\s*[}\])];?,?\s*$|^\s*(\/\/|\/\*|#!|@\w+|<\/?[a-z])|^(\t| {2,})\S/
  if (lines.some((line) => signs.test(line))) return true
  return /\w\([^)\s]*\)|=>|->|::|[=!]==?|[|&]{2}|\w\[\w+\]|^\$ \w|(^|\s)--?[a-z][\w-]*(=|\s|$)/m.test(source)
}
