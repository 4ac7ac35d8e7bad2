import { firstLineAttribute, firstLineOf, numberingStyle } from '../../document/first-line.ts'
import { grammarOfElement } from './code-languages.ts'
import { highlightLines, isLanguageReady, prepareLanguage, type Token, tokenClass } from './highlight-lines.ts'

const grammarFor = (code: HTMLElement): string | null =>
  grammarOfElement(code.dataset.language ?? '', [...code.classList])

function tokenNode(document: Document, { text, kinds }: Token): Node {
  const name = tokenClass(kinds)
  if (name === '') return document.createTextNode(text)
  const span = document.createElement('span')
  span.className = name
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
  const style = numberingStyle(firstLineOf(code.getAttribute(firstLineAttribute)), lines.length)
  if (style !== '') code.style.cssText += style
}
