import { firstLineAttribute, firstLineOf, numberingStyle } from '../document/first-line.ts'
import {
  attribute,
  attributesOf,
  type HtmlElement,
  type HtmlNode,
  innerRangeOf,
  isElement,
  isTag,
  parseFragment,
  rangeOf,
  renderAttributes,
  textContent,
} from '../document/html.ts'
import { codeHtml, linesIn } from './code/code-html.ts'
import { grammarOfElement } from './code/code-languages.ts'
import { prepareLanguage } from './code/highlight-lines.ts'
import { stepMark, stepsIn } from './code/parse-steps.ts'
import { formulaHtml, isDisplayed } from './math/formula-rules.ts'

/** Slides whose code is highlighted and whose formulas are typeset. */
export interface RenderedSlides {
  readonly html: string
  readonly hasCode: boolean
  readonly hasMath: boolean
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The elements of a kind that are not inside one of that kind. */
function elementsIn(nodes: readonly HtmlNode[], matches: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = []
  const pending = nodes.filter(isElement)
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (matches(node)) found.push(node)
    else for (const child of node.childNodes) if (isElement(child)) pending.push(child)
  }
  return found
}

const isCode = (element: HtmlElement): boolean =>
  isTag(element, 'code') && element.parentNode !== null && isTag(element.parentNode as HtmlElement, 'pre')

async function codeEdits(code: HtmlElement): Promise<Edit[]> {
  const inner = innerRangeOf(code)
  const start = rangeOf(code)?.start
  if (!inner || start === undefined) return []
  const classes = (attribute(code, 'class') ?? '').split(/\s+/).filter((name) => name !== '')
  const grammar = grammarOfElement(attribute(code, 'data-language') ?? '', classes)
  if (grammar) await prepareLanguage(grammar)
  const steps = stepsIn(attribute(code, 'data-line-numbers') ?? '')
  const lit = steps?.[0] ?? []
  const names = [...classes, 'hljs', ...(lit.length > 0 ? ['has-lit-lines'] : [])].join(' ')
  const text = textContent(code)
  const numbering = numberingStyle(firstLineOf(attribute(code, firstLineAttribute)), linesIn(text))
  const style = [attribute(code, 'style'), numbering].filter(Boolean).join('; ')
  const attributes = attributesOf(code).filter(([name]) => name !== 'class' && name !== 'style')
  const own = [...attributes, ['class', names] as const, ...(style === '' ? [] : [['style', style] as const])]
  const tag = `<code${renderAttributes(own)}>`
  const edits = [{ start, end: inner.end, text: tag + codeHtml(text, grammar, lit) }]
  const after = rangeOf(code.parentNode as HtmlElement)?.end
  if (!steps || steps.length < 2 || after === undefined) return edits
  const marks = `<span class="fragment ${stepMark}" aria-hidden="true"></span>`.repeat(steps.length - 1)
  return [...edits, { start: after, end: after, text: marks }]
}

function formulaEdits(formula: HtmlElement): Edit[] {
  const inner = innerRangeOf(formula)
  const isDisplay = isDisplayed(formula.tagName, attribute(formula, 'data-l-display'))
  const html = formulaHtml(attribute(formula, 'data-latex') ?? '', isDisplay)
  return inner && html !== null ? [{ ...inner, text: html }] : []
}

function withEdits(source: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(source.slice(from, start), text)
    from = end
  }
  return parts.join('') + source.slice(from)
}

/**
 * Highlights the code and typesets the formulas of slides, as the player does, for pages that have no scripts for it. Each
 * further step of code is an invisible fragment after it. All other bytes stay unchanged.
 */
export async function renderedSlides(html: string): Promise<RenderedSlides> {
  if (!/<code|data-latex/i.test(html)) return { html, hasCode: false, hasMath: false }
  const { childNodes } = parseFragment(html)
  const isFormula = (element: HtmlElement) => attribute(element, 'data-latex') !== null
  const found = elementsIn(childNodes, (element) => isFormula(element) || isCode(element))
  const formulas = found.filter(isFormula)
  const codes = found.filter((element) => !isFormula(element))
  const edits: Edit[] = formulas.flatMap(formulaEdits)
  for (const code of codes) edits.push(...(await codeEdits(code)))
  return { html: withEdits(html, edits), hasCode: codes.length > 0, hasMath: formulas.length > 0 }
}
