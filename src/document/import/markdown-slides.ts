import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { attribute, type HtmlElement, isElement, textContent } from '../html.ts'
import { MarkdownError, markdownToHtml } from './markdown-html.ts'
import {
  elementsBelow,
  hasClass,
  markupIn,
  nodesOf,
  removeAttribute,
  replaceNode,
  setAttribute,
  setChildren,
} from './tree.ts'

/** Sections of Markdown, by the rules of reveal.js's own plugin. */

/** How text is split into slides. Sources of regular expressions. */
export interface Separators {
  readonly horizontal: string
  /** '': no vertical slides. */
  readonly vertical: string
  readonly notes: string
  readonly element: string
  readonly slide: string
}

const defaults: Separators = {
  horizontal: '\\r?\\n---\\r?\\n',
  vertical: '',
  // Of blanks on its own line alone: with those of lines before, many empty lines take quadratic time.
  notes: '^[^\\S\\n]*notes?:',
  element: '\\.element\\s*?(.+?)$',
  slide: '\\.slide:\\s*?(\\S.+?)$',
}

/** The separators of Markdown files that are not part of a page: those of several tools that show them. */
const fileSeparators: Separators = {
  ...defaults,
  horizontal: '^\\r?\\n?---[ \\t]*\\r?$',
  vertical: '^\\r?\\n?(?:--|----)[ \\t]*\\r?$',
}

/** The separators that a Markdown file names for itself. */
export type FileSeparators = { readonly [K in 'horizontal' | 'vertical' | 'notes']?: string | undefined }

/** The longest source of a separator: they are regular expressions of the deck's author. */
const longestSeparator = 100

function expression(source: string, flags: string): RegExp | null {
  try {
    return source.length > longestSeparator || /[+*}]\)[+*{]/.test(source) ? null : new RegExp(source, flags)
  } catch {
    return null
  }
}

/** A slide of Markdown: its text, and that of its notes. */
interface MarkdownSlide {
  readonly text: string
  readonly notes: string
}

function splitNotes(text: string, separators: Separators): MarkdownSlide {
  const parts = expression(separators.notes, 'mgi') ? text.split(expression(separators.notes, 'mgi')!) : [text]
  return parts.length === 2 ? { text: parts[0]!, notes: parts[1]!.trim() } : { text, notes: '' }
}

/** Splits text into columns of slides. */
function columnsOf(text: string, separators: Separators): string[][] {
  const { horizontal, vertical } = separators
  const split = expression(vertical ? `${horizontal}|${vertical}` : horizontal, 'mg')
  const isColumn = expression(horizontal, '')
  if (!split || !isColumn) return [[text]]
  const columns: string[][] = [[]]
  let from = 0
  for (const match of text.matchAll(split)) {
    columns.at(-1)!.push(text.slice(from, match.index))
    if (!vertical || isColumn.test(match[0])) columns.push([])
    from = match.index + match[0].length
  }
  columns.at(-1)!.push(text.slice(from))
  return columns
}

const pair = /([^"= ]+?)="([^"]*?)"|(data-[^"= ]+?)(?=[" ]|$)/gm

/** Sets the attributes that a comment names on an element; false if it names none of this kind. */
function takeAttributes(comment: string, target: HtmlElement, separator: string): boolean {
  const found = expression(separator, 'mg')?.exec(comment)
  if (!found?.[1]) return false
  for (const [, name, value, flag] of found[1].matchAll(pair)) {
    const key = (name ?? flag ?? '').toLowerCase()
    if (/^on|^(?:src|href|srcdoc)$/.test(key) || key === '') continue
    const before = key === 'class' ? attribute(target, 'class') : null
    setAttribute(target, key, before ? `${before} ${value ?? ''}` : (value ?? ''))
  }
  return true
}

function readComments(section: HtmlElement, parent: HtmlElement, separators: Separators): void {
  /** The element that a comment is about: the one before it, else the one around it. */
  let target = parent
  for (const node of parent.childNodes) {
    if (isElement(node)) {
      readComments(section, node, separators)
      if (node.tagName !== 'br') target = node
    } else if (node.nodeName === '#comment' && 'data' in node) {
      if (!takeAttributes(node.data, target, separators.element)) takeAttributes(node.data, section, separators.slide)
    }
  }
}

/** Writes a slide's Markdown into its section. */
function fillSection(section: HtmlElement, text: string, separators: Separators, math: boolean): void {
  const slide = splitNotes(text, separators)
  setChildren(section, nodesOf(markdownToHtml(slide.text, math)))
  readComments(section, section, separators)
  if (slide.notes === '') return
  const aside = nodesOf(`<aside class="notes">${markdownToHtml(slide.notes, false)}</aside>`)
  setChildren(section, [...section.childNodes, ...aside])
}

/** The text of a section without the indentation of its markup. */
function textOf(section: HtmlElement): string {
  const isTemplate = (element: HtmlElement) =>
    attribute(element, 'data-template') !== null || element.tagName === 'script' || element.tagName === 'textarea'
  const text = textContent(elementsBelow(section, isTemplate)[0] ?? section).replace(/<\\\/script>/g, '</script>')
  const spaces = /^\n?(\s*)/.exec(text)?.[1]?.length ?? 0
  const tabs = /^\n?(\t*)/.exec(text)?.[1]?.length ?? 0
  if (tabs > 0) return text.replace(new RegExp(`\\n?\\t{${tabs}}(.*)`, 'g'), (_, line: string) => `\n${line}`)
  return spaces > 1 ? text.replace(new RegExp(`\\n? {${spaces}}(.*)`, 'g'), (_, line: string) => `\n${line}`) : text
}

const own = new Set(
  'data-markdown data-separator data-separator-vertical data-separator-notes data-charset data-vertical data-notes data-element-attributes data-attributes'.split(
    ' ',
  ),
)

function separatorsOf(section: HtmlElement): Separators {
  const named = (name: string) => attribute(section, name) || null
  return {
    horizontal: named('data-separator') ?? defaults.horizontal,
    vertical: named('data-separator-vertical') ?? defaults.vertical,
    notes: named('data-separator-notes') ?? defaults.notes,
    element: named('data-element-attributes') ?? defaults.element,
    slide: named('data-attributes') ?? defaults.slide,
  }
}

function newSection(forwarded: readonly { name: string; value: string }[]): HtmlElement {
  const section = nodesOf('<section></section>')[0] as HtmlElement
  section.attrs = forwarded.map(({ name, value }) => ({ name, value }))
  return section
}

/** Sections of a text, a stack for each column of several slides. */
function markdownSections(
  text: string,
  separators: Separators,
  forwarded: readonly { name: string; value: string }[],
  math: boolean,
): HtmlElement[] {
  const slide = (source: string): HtmlElement => {
    const section = newSection(forwarded)
    fillSection(section, source, separators, math)
    return section
  }
  const columns = columnsOf(text, separators)
  const count = columns.reduce((sum, column) => sum + column.length, 0)
  if (count > limits.deck.slides) throw new MarkdownError(importMessages.tooMany(count))
  return columns.map((column) => {
    if (column.length === 1) return slide(column[0]!)
    const stack = newSection([])
    setChildren(stack, column.map(slide))
    return stack
  })
}

/** The sections of a Markdown file. */
export function markdownFileSections(text: string, own: FileSeparators = {}): string {
  const separators = {
    ...fileSeparators,
    ...Object.fromEntries(Object.entries(own).filter(([, source]) => source && expression(source, 'mg'))),
  }
  const sections = markdownSections(text.replace(/\r\n?/g, '\n'), separators, [], true)
  const holder = newSection([])
  setChildren(holder, sections)
  return markupIn(holder)
}

/** Notes beside the text stay with its first slide. */
function keepNotes(section: HtmlElement, sections: readonly HtmlElement[]): void {
  const notes = section.childNodes.filter((node) => isElement(node) && hasClass(node, 'notes'))
  const [first] = sections
  const slide = first && (first.childNodes.find((node) => isElement(node) && node.tagName === 'section') ?? first)
  if (notes.length > 0 && slide && isElement(slide)) setChildren(slide, [...slide.childNodes, ...notes])
}

/**
 * Turns all sections of Markdown into HTML. `read`: the text of a file that a section names, or null. Returns the names of
 * missing files, with the sections that stay empty without them.
 */
export function renderMarkdown(
  slides: HtmlElement,
  read: (address: string) => string | null,
  math: boolean,
): readonly (readonly [name: string, section: HtmlElement])[] {
  const missing: [string, HtmlElement][] = []
  const sections = elementsBelow(
    slides,
    ({ tagName, attrs }) => tagName === 'section' && attrs.some(({ name }) => name === 'data-markdown'),
  )
  for (const section of sections) {
    if (attribute(section, 'data-markdown-parsed') !== null) {
      for (const name of own) removeAttribute(section, name)
      continue
    }
    const address = attribute(section, 'data-markdown') ?? ''
    const separators = separatorsOf(section)
    const external = address === '' ? null : read(address)
    const forwarded = section.attrs.filter(({ name }) => !own.has(name))
    if (address !== '' && external === null) {
      missing.push([address, section])
      for (const name of own) removeAttribute(section, name)
      continue
    }
    const text = (external ?? textOf(section)).replace(/\r\n?/g, '\n')
    const sections = markdownSections(text, separators, forwarded, math)
    keepNotes(section, sections)
    replaceNode(section, sections)
  }
  return missing
}
