import katex from 'katex'
import { bounded, isDisplayed, longest, wrongColor } from './formula-rules.ts'

/** Replaces the text of an element with `data-latex` by the typeset formula. */
export function typeset(element: HTMLElement): void {
  const latex = element.dataset.latex ?? ''
  if (latex === '' || latex.length > longest) return
  katex.render(latex, element, bounded(isDisplayed(element.tagName, element.dataset.lDisplay)))
}

/**
 * Typesets a formula on the editor's canvas. An invalid formula stays as typed, in the error color. Sets no style
 * attributes, which the page's CSP refuses.
 */
export function typesetOnCanvas(element: HTMLElement): void {
  const latex = element.dataset.latex ?? ''
  if (latex === '' || latex.length > longest) return
  try {
    katex.render(latex, element, {
      ...bounded(isDisplayed(element.tagName, element.dataset.lDisplay)),
      output: 'html',
      throwOnError: true,
    })
  } catch {
    element.textContent = latex
    element.style.color = wrongColor
  }
}

/** KaTeX's error message for a formula with its position (from 0), or null. */
export function formulaError(latex: string): { readonly message: string; readonly position: number | null } | null {
  if (latex.length > longest) return { message: `A formula has at most ${longest} characters`, position: null }
  try {
    katex.renderToString(latex, { ...bounded(true), throwOnError: true })
    return null
  } catch (error) {
    if (!(error instanceof katex.ParseError)) return { message: 'This formula is too much to typeset', position: null }
    return { message: error.rawMessage, position: typeof error.position === 'number' ? error.position : null }
  }
}
