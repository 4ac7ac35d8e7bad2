import { escapeText } from '../../document/html.ts'
import { highlightLines, type Token, tokenClass } from './highlight-lines.ts'

function tokenHtml({ text, kinds }: Token): string {
  const name = tokenClass(kinds)
  const html = escapeText(text)
  return name === '' ? html : `<span class="${name}">${html}</span>`
}

/**
 * Highlighted code as markup, as paint-code.ts paints it: an element for each line. `lit`: the highlighted lines, from 1.
 * The grammar must be loaded.
 */
export function codeHtml(text: string, grammar: string | null, lit: readonly number[]): string {
  const lines = highlightLines(text.replace(/\n$/, ''), grammar)
  const shown = new Set(lit)
  return lines
    .map((tokens, index) => {
      const end = index === lines.length - 1 ? '' : '\n'
      const name = shown.has(index + 1) ? 'code-line is-lit' : 'code-line'
      return `<span class="${name}">${tokens.map(tokenHtml).join('')}${end}</span>`
    })
    .join('')
}

/** The number of lines that code has as markup. */
export function linesIn(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}
