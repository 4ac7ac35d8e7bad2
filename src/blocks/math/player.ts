import katex from 'katex'
import 'katex/dist/katex.css'

/** Longest formula that is typeset, in characters; a longer one stays as text. */
const LONGEST = 5000

/**
 * Typesets formulas. Nothing a formula says can leave its box: no links, no pictures, no markup of its own, sizes and
 * expansions are bounded, and no macro lives on into the next formula.
 */
export function showMath(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    const latex = element.dataset.latex ?? ''
    if (latex === '' || latex.length > LONGEST) continue
    katex.render(latex, element, {
      displayMode: element.tagName !== 'SPAN',
      throwOnError: false,
      trust: false,
      strict: 'ignore',
      maxSize: 40,
      maxExpand: 500,
      macros: {},
      errorColor: '#d64545',
    })
  }
}
