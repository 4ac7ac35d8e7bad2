import katex, { type KatexOptions } from 'katex'

/** Maximum length of a typeset formula, in characters; longer ones stay text. */
export const longest = 5000

export const wrongColor = '#d64545'

/**
 * No formula can leave its box: no links, pictures or custom markup, bounded sizes and expansions, and macros are not
 * shared between formulas.
 */
export function bounded(isDisplay: boolean): KatexOptions {
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

/** Whether an element's formula is displayed on a line of its own. `display`: its `data-l-display`. */
export function isDisplayed(tagName: string, display: string | null | undefined): boolean {
  return tagName.toLowerCase() !== 'span' && display !== 'inline'
}

/** Whether KaTeX knows all of a formula. */
export function canTypeset(latex: string): boolean {
  if (latex.length > longest) return false
  try {
    katex.renderToString(latex, { ...bounded(true), throwOnError: true })
    return true
  } catch {
    return false
  }
}

/** A typeset formula as markup; null if it stays text. */
export function formulaHtml(latex: string, isDisplay: boolean): string | null {
  return latex === '' || latex.length > longest ? null : katex.renderToString(latex, bounded(isDisplay))
}
