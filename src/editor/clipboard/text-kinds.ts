import { endsLikePicture } from '../../rules/picture-types.ts'

/** The kind of resource that a URL most likely points to. */
export type AddressKind = 'picture' | 'film' | 'sound' | 'page'

/** The URL if a text is a URL and nothing else, else null. Only http and https URLs are recognized. */
export function addressOf(text: string): string | null {
  const address = text.trim()
  if (!/^https?:\/\/\S+$/i.test(address) || address.length > 2000 || !URL.canParse(address)) return null
  return new URL(address).hostname.includes('.') || /^https?:\/\/localhost\b/.test(address) ? address : null
}

/** The kind of a URL's resource, by its extension and host. */
export function addressKind(address: string): AddressKind {
  const { pathname, hostname } = new URL(address)
  if (endsLikePicture(pathname)) return 'picture'
  if (/(^|\.)(youtube\.com|youtu\.be|vimeo\.com)$/.test(hostname) || /\.(mp4|webm)$/i.test(pathname)) return 'film'
  if (/\.(mp3|m4a|ogg|oga|opus|wav|flac|aac)$/i.test(pathname)) return 'sound'
  return 'page'
}

/** The formula without its delimiters if a text is a TeX formula, else null. */
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

/**
 * Replaces environments that number their lines by their inner variants, since a displayed formula cannot contain
 * numbered lines.
 */
function aligned(name: string, inner: string): string {
  const variant = name === 'align' ? 'aligned' : 'gathered'
  return `\\begin{${variant}}${inner}\\end{${variant}}`
}

/** Whether text has formula commands and hardly any words. */
function isBareFormula(text: string): boolean {
  const commands =
    /\\(frac|dfrac|sum|int|prod|sqrt|lim|infty|alpha|beta|gamma|delta|theta|lambda|mu|pi|sigma|omega|partial|nabla|cdot|times|leq|geq|neq|approx|mathbb|mathbf|mathrm|vec|hat|bar|left|right|to|in|forall|exists)\b/
  const words = text.replace(/\\[a-zA-Z]+/g, ' ').match(/[A-Za-z]{4,}/g) ?? []
  return commands.test(text) && words.length <= 2 && !/^[A-Za-z]:\\/.test(text)
}

/** The SVG source if a text is an SVG drawing and nothing else, else null. */
export function drawingOf(text: string): string | null {
  const source = text.trim()
  const begins = /^(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(source)
  return begins && /<\/svg>\s*$|<svg[^>]*\/>\s*$/i.test(source) ? source : null
}

/**
 * The source of a Mermaid diagram of a supported kind (flowchart, states, sequence, pie), without its code fence.
 * Null for other text.
 */
export function mermaidOf(text: string): string | null {
  const source = /^```\s*mermaid[^\n]*\n([\s\S]*?)\n?```$/i.exec(text.trim())?.[1] ?? text.trim()
  const begins =
    /^(?:---\n[\s\S]*?\n---\s*)?(?:%%[^\n]*\n\s*)*(graph|flowchart|sequenceDiagram|stateDiagram|pie)\b[^\n]*/
  const [first = '', kind = ''] = begins.exec(source) ?? []
  if (kind === '' || source.length > 20_000 || !source.includes('\n')) return null
  // Prose may start with 'pie' or 'graph' too, so the first line must contain nothing but a direction or a title.
  const head = first.slice(first.lastIndexOf(kind)).trim()
  const graph = /^(graph|flowchart)(\s+(TB|TD|BT|LR|RL))?\s*(;.*)?$/
  const isPie = /^pie(\s+(showData|title\b.*))*$/.test(head) && /\n\s*"[^"]*"\s*:/.test(source)
  return isPie || graph.test(head) || /^(sequence|state)Diagram(-v2)?$/.test(head) ? source : null
}

/**
 * Whether text may be source code: a line starts or ends as in code, or the text contains calls, comparisons or
 * options.
 */
export function mayBeCode(text: string): boolean {
  const source = text.trim()
  if (source === '' || addressOf(source) !== null) return false
  const lines = source.split('\n').slice(0, 200)
  const signs = /[;{}]\s*$|^\s*[}\])];?,?\s*$|^\s*(\/\/|\/\*|#!|@\w+|<\/?[a-z])|^(\t| {2,})\S/
  if (lines.some((line) => signs.test(line))) return true
  return /\w\([^)\s]*\)|=>|->|::|[=!]==?|[|&]{2}|\w\[\w+\]|^\$ \w|(^|\s)--?[a-z][\w-]*(=|\s|$)/m.test(source)
}
