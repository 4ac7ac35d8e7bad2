import katex, { type KatexOptions } from 'katex'

/** Longest formula that is typeset, in characters; a longer one stays as text. */
const longest = 5000

const wrongColor = '#d64545'

/**
 * Nothing a formula says can leave its box: no links, no pictures, no markup of its own, sizes and expansions are
 * bounded, and no macro lives on into the next formula.
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

/** Puts the typeset formula of an element with `data-latex` in the place of its text. */
export function typeset(element: HTMLElement): void {
  const latex = element.dataset.latex ?? ''
  if (latex === '' || latex.length > longest) return
  katex.render(latex, element, bounded(element.tagName !== 'SPAN' && element.dataset.lDisplay !== 'inline'))
}

/**
 * The same on the editor's canvas: one that is wrong stands there as it was typed, in the color of errors. Nothing in it
 * sets style attributes, which the policy of the page around the canvas refuses.
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

/** What is wrong with a formula, in the typesetter's words and with its place (from 0), or null when nothing is. */
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
