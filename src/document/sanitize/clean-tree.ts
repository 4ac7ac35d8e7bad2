import { html as parse5Html } from 'parse5'
import { limits } from '../../rules/limits.ts'
import type { HtmlElement, HtmlFragment, HtmlNode } from '../html.ts'
import { plainText } from './attribute-values.ts'
import { cleanHtmlAttributes, cleanSvgAttributes } from './clean-attributes.ts'
import type { CleanState } from './clean-state.ts'
import { tooDeep } from './parse-bounded.ts'
import { printAttribute, printText } from './print.ts'
import { SanitizeError } from './sanitize-error.ts'
import { droppedWithContent, htmlElements, importedAs, svgElements, voidElements } from './schema.ts'
import { addNote, textOfNotes } from './slide-notes.ts'
import { mayDraw } from './svg-inline.ts'

/** Serializes the allowed part of a parsed tree. Throws SanitizeError if the result exceeds a limit. */
export function cleanTree(tree: HtmlFragment, state: CleanState): string {
  cleanNodes(tree.childNodes, state, 0, 0)
  return state.parts.join('')
}

/** depth: number of ancestors; sections: number of sections among them. */
function cleanNodes(nodes: readonly HtmlNode[], state: CleanState, depth: number, sections: number): void {
  for (const node of nodes) {
    if ('value' in node) emitText(node.value, state)
    else if ('tagName' in node) {
      state.path.push(node)
      if (node.namespaceURI === parse5Html.NS.SVG) cleanSvg(node, state, depth)
      else cleanElement(node, state, depth, sections)
      state.path.pop()
    }
  }
}

function emitText(value: string, state: CleanState): void {
  const text = plainText(value)
  if (text === '') return
  if (state.afterPre && text.startsWith('\n')) emit(state, '\n')
  countNode(state)
  emit(state, printText(text))
}

/** Appends output; aborts as soon as the result exceeds the limit. */
function emit(state: CleanState, markup: string): void {
  state.afterPre = false
  state.length += markup.length
  if (state.length > state.limits.bytes) throw new SanitizeError('too-large', 'The content is too large')
  state.parts.push(markup)
}

function countNode(state: CleanState): void {
  if (++state.nodes > state.limits.nodes) throw new SanitizeError('too-many-nodes', 'The content has too many elements')
}

function cleanElement(element: HtmlElement, state: CleanState, depth: number, sections: number): void {
  const isHtml = element.namespaceURI === parse5Html.NS.HTML
  const isNotes = state.takesNotes && element.tagName === 'aside' && /(?:^|\s)notes(?:\s|$)/.test(classOf(element))
  if (isNotes) {
    addNote(state.notes, state.slide, state.slideId, textOfNotes(element))
    return
  }
  const tag = nameFor(element.tagName, state)
  if (!isHtml || droppedAlways(tag)) {
    state.removals.add('element', element.tagName, '', droppedReason(element.tagName))
    return
  }
  const isSection = tag === 'section'
  if (state.isImport && depth === 0 && isPlayerWrapper(element)) {
    cleanNodes(element.childNodes, state, depth, sections)
    return
  }
  // A section is a slide only at the top level, or in a stack at the top level.
  if (!htmlElements.has(tag) || tag === 'svg' || (isSection && (sections >= 2 || depth > sections))) {
    state.removals.add('element', element.tagName, '', 'this element is not allowed; what was in it is kept')
    cleanNodes(element.childNodes, state, depth, sections)
    return
  }
  if (depth >= limits.slide.depth) throw tooDeep()
  if (isSection) enterSection(element, state)
  const attributes = cleanHtmlAttributes(element, tag, state)
  if (tag === 'iframe' && !attributes.some(([name]) => name === 'src')) return
  open(tag, attributes, state)
  if (voidElements.has(tag)) return
  state.afterPre = tag === 'pre'
  if (tag !== 'iframe') cleanNodes(element.childNodes, state, depth + 1, sections + (isSection ? 1 : 0))
  emit(state, `</${tag}>`)
}

/** Iframes are the one allowed element of that list; their content is fallback for browsers without frames. */
const droppedAlways = (tag: string): boolean => droppedWithContent.has(tag) && tag !== 'iframe'

const droppedReason = (tag: string): string =>
  tag === 'script' ? 'scripts are not allowed' : 'this element and what is in it are not allowed'

/** The wrapper elements around the slides in a complete reveal.js page. */
const isPlayerWrapper = (element: HtmlElement): boolean =>
  element.tagName === 'div' && /(?:^|\s)(?:reveal|slides)(?:\s|$)/.test(classOf(element))

const nameFor = (tag: string, state: CleanState): string =>
  state.isImport && Object.hasOwn(importedAs, tag) ? importedAs[tag]! : tag

function open(tag: string, attributes: readonly (readonly [string, string])[], state: CleanState): void {
  countNode(state)
  let markup = `<${tag}`
  for (const [name, value] of attributes) markup += printAttribute(name, value)
  emit(state, `${markup}>`)
}

/** Counts slides: sections without child sections. A stack's outer section has no index. */
function enterSection(element: HtmlElement, state: CleanState): void {
  if (element.childNodes.some((child) => child.nodeName === 'section')) return
  state.slide++
  state.filterWork = 0
  state.shapeWork = 0
  state.slideId = element.attrs.find(({ name }) => name === 'data-id')?.value ?? null
  if (state.slide >= state.limits.slides)
    throw new SanitizeError('too-many-slides', `The deck has more than ${state.limits.slides} slides`)
}

function cleanSvg(element: HtmlElement, state: CleanState, depth: number): void {
  const tag = element.tagName
  // A link inside an SVG is unwrapped like an unknown HTML element: its content stays.
  if (tag === 'a' || tag === 'switch') {
    state.removals.add('element', tag, '', 'this element is not allowed in drawings; what was in it is kept')
    cleanDrawing(element, state, depth)
    return
  }
  if (!svgElements.has(tag)) {
    state.removals.add(
      'element',
      tag,
      '',
      tag === 'script' ? 'scripts are not allowed' : 'this element is not allowed in drawings',
    )
    return
  }
  if (depth >= limits.slide.depth) throw tooDeep()
  const isInner = state.path.at(-2)?.namespaceURI === parse5Html.NS.SVG
  if (!isInner && !mayDraw(element, state)) {
    state.removals.add('element', tag, '', 'it would take browsers too long to draw')
    return
  }
  open(tag, cleanSvgAttributes(element, state), state)
  cleanDrawing(element, state, depth + 1)
  emit(state, `</${tag}>`)
}

/** Only text and SVG elements are allowed inside an SVG: for browsers an HTML element ends it. */
function cleanDrawing(element: HtmlElement, state: CleanState, depth: number): void {
  for (const child of element.childNodes) {
    if ('value' in child) emitText(child.value, state)
    else if ('tagName' in child) {
      state.path.push(child)
      if (child.namespaceURI === parse5Html.NS.SVG) cleanSvg(child, state, depth)
      else state.removals.add('element', child.tagName, '', 'this element is not allowed in drawings')
      state.path.pop()
    }
  }
}

const classOf = (element: HtmlElement): string => element.attrs.find(({ name }) => name === 'class')?.value ?? ''
