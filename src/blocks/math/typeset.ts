import katex, { type KatexOptions } from 'katex'

/** Maximum length of a typeset formula, in characters; longer ones stay text. */
const longest = 5000

const wrongColor = '#d64545'

/**
 * No formula can leave its box: no links, pictures or custom markup, bounded sizes and expansions, and macros are not
 * shared between formulas.
 */
function bounded(isDisplay: boolean): KatexOptions {
  return {
    displayMode: isDisplay,
    throwOnError: false,
    trust: false,
    strict: 'ignore',
    maxSize: 40,
    maxExpand: 500,
    macros: {},
    errorColor: wrongColor,
  }
}

/** Replaces the text of an element with `data-latex` by the typeset formula. */
export function typeset(element: HTMLElement): void {
  const latex = element.dataset.latex ?? ''
  if (latex === '' || latex.length > longest) return
  katex.render(latex, element, bounded(element.tagName !== 'SPAN' && element.dataset.lDisplay !== 'inline'))
}

/**
 * Typesets a formula on the editor's canvas. An invalid formula stays as typed, in the error color. Sets no style
 * attributes, which the page's CSP refuses.
 */
export function typesetOnCanvas(element: HTMLElement): void {
  const latex = element.dataset.latex ?? ''
  if (latex === '' || latex.length > longest) return
  const isDisplay = element.tagName !== 'SPAN' && element.dataset.lDisplay !== 'inline'
  try {
    katex.render(latex, element, { ...bounded(isDisplay), output: 'html', throwOnError: true })
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
