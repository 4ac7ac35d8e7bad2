import hljs from 'highlight.js/lib/core'
import { loadGrammar } from './code-grammars.ts'

/** A token and its scopes, outermost first: ['string', 'subst']. */
export interface Token {
  readonly text: string
  readonly kinds: readonly string[]
}

/** The class of a token's element, as highlight.js names it; '' for plain text. */
export function tokenClass(kinds: readonly string[]): string {
  const [first, ...rest] = kinds.at(-1)?.split('.') ?? []
  return first === undefined ? '' : [`hljs-${first}`, ...rest.map((part) => `${part}_`)].join(' ')
}

/** Collects highlight.js's tokens as plain data, so that no markup is created. */
class TokenCollector {
  readonly tokens: Token[] = []
  readonly #open: string[] = []
  startScope(name: string): void {
    this.#open.push(name)
  }
  endScope(): void {
    this.#open.pop()
  }
  openNode(name: string): void {
    this.startScope(name)
  }
  closeNode(): void {
    this.endScope()
  }
  addText(text: string): void {
    if (text !== '') this.tokens.push({ text, kinds: [...this.#open] })
  }
  __addSublanguage(inner: unknown): void {
    if (!(inner instanceof TokenCollector)) return
    for (const { text, kinds } of inner.tokens) this.tokens.push({ text, kinds: [...this.#open, ...kinds] })
  }
  toHTML(): string {
    return ''
  }
  finalize(): void {}
}

hljs.configure({ __emitter: TokenCollector })

export function isLanguageReady(grammar: string): boolean {
  return hljs.getLanguage(grammar) !== undefined
}

/** Loads a grammar. Throws if that fails. */
export async function prepareLanguage(grammar: string): Promise<void> {
  if (hljs.getLanguage(grammar)) return
  for (const [name, definition] of await loadGrammar(grammar)) hljs.registerLanguage(name, definition)
}

/** Tokenizes code. highlight.js may give up in the middle: then the code is one token. */
function tokensOf(code: string, grammar: string | null): readonly Token[] {
  const whole = [{ text: code, kinds: [] }]
  const collector = grammar === null ? null : hljs.highlight(code, { language: grammar, ignoreIllegals: true })._emitter
  if (!(collector instanceof TokenCollector)) return whole
  const { tokens } = collector
  return tokens.map((token) => token.text).join('') === code ? tokens : whole
}

/** Code as lines of tokens; joined they are the code again. `grammar` null: not highlighted. */
export function highlightLines(code: string, grammar: string | null): Token[][] {
  const lines: Token[][] = [[]]
  for (const { text, kinds } of tokensOf(code, grammar)) {
    const [first = '', ...rest] = text.split('\n')
    if (first !== '') lines.at(-1)!.push({ text: first, kinds })
    for (const part of rest) lines.push(part === '' ? [] : [{ text: part, kinds }])
  }
  return lines
}
