import { serialize } from 'parse5'
import { type HtmlElement, type HtmlFragment, type HtmlNode, isElement, isTag, isText, parseFragment } from './html.ts'

/** An input of a snippet's template. */
export interface SnippetField {
  readonly label: string
  /** Initial value, as plain text. */
  readonly initial: string
}

/** The values a template is filled with. */
export interface SnippetContent {
  /** Entered values by label, as plain text. A missing label gets its default. */
  readonly values: Readonly<Record<string, string>>
  /** HTML of the selected text; '' without a selection. */
  readonly selection: string
}

/** `{{…}}`: the last two braces of a run close it, so a default may end with a brace. */
const variable = /\{\{((?:(?!\}\}(?!\})).)+)\}\}/gs
/** Placeholder for the selected text. */
const selectionLabel = 'selection'
/** Replaces a variable while the template is parsed: private-use characters that no markup contains. */
const token = /\uE000(\d+)\uE001/g
const tokenParts = /[\uE000\uE001]/g

interface Variable extends SnippetField {
  readonly isSelection: boolean
}

function readVariable(inside: string): Variable {
  const at = inside.indexOf('::')
  const label = (at < 0 ? inside : inside.slice(0, at)).trim()
  const initial = at < 0 ? '' : inside.slice(at + 2)
  return { label, initial, isSelection: label === selectionLabel && at < 0 }
}

function variablesOf(template: string): readonly Variable[] {
  return [...template.matchAll(variable)].map((match) => readVariable(match[1]!))
}

/** A template's inputs: one per distinct label, in order of appearance; the first default counts. */
export function snippetFields(template: string): readonly SnippetField[] {
  const fields = new Map<string, SnippetField>()
  for (const { label, initial, isSelection } of variablesOf(template))
    if (!isSelection && !fields.has(label)) fields.set(label, { label, initial })
  return [...fields.values()]
}

export function takesSelection(template: string): boolean {
  return variablesOf(template).some((one) => one.isSelection)
}

/**
 * A template's markup with its variables filled in. Entered values never become markup: they are inserted after
 * parsing, as text or attribute values. The result is untrusted and must be sanitized.
 */
export function fillSnippet(template: string, content: SnippetContent): string {
  const variables: Variable[] = []
  const fields = snippetFields(template)
  const marked = template.replace(tokenParts, '').replace(variable, (_, inside: string) => {
    variables.push(readVariable(inside))
    return `\uE000${variables.length - 1}\uE001`
  })
  const enteredFor = ({ label }: Variable): string =>
    content.values[label] ?? fields.find((field) => field.label === label)?.initial ?? ''
  const fragment = parseFragment(marked)
  fillNodes(fragment, { variables, enteredFor, selection: content.selection })
  return serialize(fragment).replace(token, '').replace(tokenParts, '')
}

interface Filling {
  readonly variables: readonly Variable[]
  readonly enteredFor: (variable: Variable) => string
  /** As HTML. */
  readonly selection: string
}

function fillNodes(parent: HtmlElement | HtmlFragment, filling: Filling, inPre = false): void {
  for (const node of [...parent.childNodes]) {
    if (isText(node)) replaceWith(parent, node, fillText(node.value, filling, inPre))
    else if (isElement(node)) {
      for (const attr of node.attrs) attr.value = fillAttribute(attr.name, attr.value, filling)
      fillNodes(node, filling, inPre || isTag(node, 'pre'))
    }
  }
}

/** The nodes for a text: selected text keeps its markup, entered line breaks become breaks. */
function fillText(text: string, filling: Filling, inPre: boolean): readonly HtmlNode[] {
  return text.split(/(\uE000\d+\uE001)/).flatMap((part) => {
    const found = filling.variables[Number(/^\uE000(\d+)\uE001$/.exec(part)?.[1] ?? Number.NaN)]
    if (!found) return part === '' ? [] : [textNode(part)]
    if (found.isSelection) return parseFragment(filling.selection).childNodes
    const value = filling.enteredFor(found)
    if (inPre) return value === '' ? [] : [textNode(value)]
    return value
      .split(/\r\n?|\n/)
      .flatMap((line, index) => [
        ...(index === 0 ? [] : parseFragment('<br>').childNodes),
        ...(line === '' ? [] : [textNode(line)]),
      ])
  })
}

function fillAttribute(name: string, value: string, filling: Filling): string {
  return value.replace(token, (_, index: string) => {
    const found = filling.variables[Number(index)]
    if (!found) return ''
    const entered = found.isSelection ? textOfHtml(filling.selection) : filling.enteredFor(found)
    // A value must not end its declaration and begin another.
    return name === 'style' ? entered.replace(/[;:{}"'\\<>@!/*]/g, '').trim() : entered
  })
}

function textOfHtml(html: string): string {
  const read = (node: HtmlNode): string =>
    isText(node) ? node.value : isElement(node) ? node.childNodes.map(read).join('') : ''
  return parseFragment(html).childNodes.map(read).join('')
}

function textNode(value: string): HtmlNode {
  return { nodeName: '#text', value, parentNode: null }
}

function replaceWith(parent: HtmlElement | HtmlFragment, node: HtmlNode, nodes: readonly HtmlNode[]): void {
  for (const one of nodes) one.parentNode = parent
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...nodes)
}

const inline = new Set('b strong i em u s del ins sub sup small mark abbr a span code br'.split(' '))

/** Whether markup is only text and inline formatting, fit for the middle of a line. */
export function isInlineMarkup(html: string): boolean {
  const fits = (node: HtmlNode): boolean =>
    !isElement(node) || (inline.has(node.tagName) && node.childNodes.every(fits))
  return parseFragment(html).childNodes.every(fits)
}

/** Whether markup shows nothing: no words and no graphics. */
export function showsNothing(html: string): boolean {
  return textOfHtml(html).trim() === '' && !/<(?:img|svg|hr|table|video|iframe)\b/i.test(html)
}
