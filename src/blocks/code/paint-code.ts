import { grammarOf } from './code-languages.ts'
import { stepsOf } from './code-steps.ts'
import { highlightLines, isLanguageReady, prepareLanguage, type Token } from './highlight-lines.ts'

/** The grammar for a code element's language, given by attribute, or by class as in other reveal.js decks. */
function grammarFor(code: HTMLElement): string | null {
  const names = [
    code.dataset.language ?? '',
    ...Array.from(code.classList, (name) => name.replace(/^lang(uage)?-/, '')),
  ]
  for (const name of names) {
    const grammar = name === '' ? null : grammarOf(name)
    if (grammar) return grammar
  }
  return null
}

function tokenNode(document: Document, { text, kinds }: Token): Node {
  const kind = kinds.at(-1)
  if (!kind) return document.createTextNode(text)
  const span = document.createElement('span')
  span.className = kind
    .split('.')
    .map((part, depth) => (depth === 0 ? `hljs-${part}` : `${part}_`))
    .join(' ')
  span.textContent = text
  return span
}

function lineElement(document: Document, tokens: readonly Token[], isLast: boolean): HTMLElement {
  const line = document.createElement('span')
  line.className = 'code-line'
  line.append(...tokens.map((token) => tokenNode(document, token)))
  // The line end stays in the text, so that copied code is correct.
  if (!isLast) line.append('\n')
  return line
}

/** Whether the grammar a code element needs is loaded (or it needs none). */
export function canPaint(code: HTMLElement): boolean {
  const grammar = grammarFor(code)
  return grammar === null || isLanguageReady(grammar)
}

/** Loads the grammar a code element needs. Throws if that fails. */
export async function prepareToPaint(code: HTMLElement): Promise<void> {
  const grammar = grammarFor(code)
  if (grammar) await prepareLanguage(grammar)
}

/** Highlights code and wraps each line in an element; its grammar must be loaded. */
export function paintCode(code: HTMLElement): void {
  const lines = highlightLines((code.textContent ?? '').replace(/\n$/, ''), grammarFor(code))
  const document = code.ownerDocument
  code.replaceChildren(...lines.map((tokens, index) => lineElement(document, tokens, index === lines.length - 1)))
  code.classList.add('hljs')
}

/** Highlights the lines of a step (from 0) and dims the others. Returns the first highlighted line, if any. */
export function highlightStep(code: HTMLElement, step: number): Element | undefined {
  const steps = stepsOf(code)
  if (!steps) return undefined
  const lines = new Set(steps[Math.min(step, steps.length - 1)])
  const elements = Array.from(code.querySelectorAll('.code-line'))
  code.classList.toggle('has-lit-lines', lines.size > 0)
  for (const [index, element] of elements.entries()) element.classList.toggle('is-lit', lines.has(index + 1))
  return elements[Math.min(...lines) - 1]
}
