import { attribute, escapeAttribute, escapeText, type HtmlElement, isElement, isText, textContent } from '../html.ts'
import { insideLine, type Macros, takeDefinitions, withoutMacros } from './tex-macros.ts'
import { nodesOf, replaceNode } from './tree.ts'

/** Formulas in text, as the plugins of reveal.js read them. */

/**
 * Displayed ones, and those in a line. Between single dollar signs is a formula if it has signs of TeX, or no space at its
 * ends: prices are none. Each attempt ends at the next opening sign, so that the time is linear.
 */
const sources = [
  /(?<!\\)\$\$((?:[^$\\]|\\[\s\S]|\$(?!\$))+)\$\$/,
  /\\\[((?:(?!\\\[)[\s\S])+?)\\\]/,
  /\\\(((?:(?!\\\()[\s\S])+?)\\\)/,
  /(?<!\\)\$(?=[^$]*[\\^_{}=])((?:[^$\\]|\\[\s\S])+)\$/,
  /(?<!\\)\$(?!\s)((?:[^$\\]|\\[\s\S])+)(?<!\s)\$(?!\d)/,
].map(({ source }) => source)
const formula = new RegExp(sources.join('|'), 'g')
/** Without those between single dollar signs: prices would hide what stands between them. */
const undollared = new RegExp(sources.slice(0, 3).join('|'), 'g')

const verbatim = new Set(['code', 'pre', 'style', 'svg', 'textarea', 'template'])

/** The style of a displayed formula: in an element of its own, it would end its paragraph. */
const displayed = 'display: block; margin: 1em 0; text-align: center; white-space: nowrap'

function formulaElement(latex: string, isDisplayed: boolean): string {
  if (latex === '') return ''
  const written = escapeText(latex)
  return isDisplayed
    ? `<span data-latex="${escapeAttribute(`\\displaystyle ${insideLine(latex)}`)}" style="${displayed}">\\[${written}\\]</span>`
    : `<span data-latex="${escapeAttribute(latex)}">\\(${written}\\)</span>`
}

/** All formulas in the texts of an element, each replaced by what `write` returns. */
function replaceFormulas(
  slides: HtmlElement,
  pattern: RegExp,
  write: (latex: string, isDisplayed: boolean, source: string) => string,
): void {
  const inText = (text: string): string | null => {
    let html = ''
    let from = 0
    for (const match of text.matchAll(pattern)) {
      const [whole, dollars, brackets, ...inLine] = match
      const shown = dollars ?? brackets
      const latex = shown ?? inLine.find((one) => one !== undefined) ?? ''
      html += escapeText(text.slice(from, match.index)) + write(latex, shown !== undefined, whole)
      from = match.index + whole.length
    }
    return from === 0 ? null : html + escapeText(text.slice(from))
  }
  const visit = (parent: HtmlElement): void => {
    if (verbatim.has(parent.tagName) || attribute(parent, 'data-latex') !== null) return
    for (const node of [...parent.childNodes]) {
      if (isElement(node)) {
        const type = node.tagName === 'script' ? (attribute(node, 'type') ?? '') : null
        if (type === null) visit(node)
        else if (/^math\/tex\b/i.test(type))
          replaceNode(node, nodesOf(write(textContent(node), /mode\s*=\s*display/i.test(type), textContent(node))))
      } else if (isText(node)) {
        const html = inText(node.value)
        if (html !== null) replaceNode(node, nodesOf(html))
      }
    }
  }
  visit(slides)
}

/**
 * Formulas in text, on pages with a plugin for them. `given`: the macros of the page's scripts. One that cannot be typeset,
 * such as one with macros of a foreign plugin, stays text. `hasDollars`: whether single dollar signs enclose formulas.
 */
export function convertMath(
  slides: HtmlElement,
  given: Macros,
  canTypeset: (latex: string) => boolean = () => true,
  hasDollars = true,
): void {
  const macros = new Map(given)
  replaceFormulas(slides, hasDollars ? formula : undollared, (latex, isDisplayed, source) => {
    const own = withoutMacros(takeDefinitions(latex, macros), macros).trim()
    return own === '' || canTypeset(isDisplayed ? insideLine(own) : own)
      ? formulaElement(own, isDisplayed)
      : escapeText(source)
  })
}
