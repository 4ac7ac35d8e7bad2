import type { BlockList } from './block-list.ts'
import {
  attribute,
  attributesOf,
  escapeText,
  type HtmlElement,
  type HtmlNode,
  innerRangeOf,
  isBlank,
  isElement,
  isTag,
  isText,
  parseFragment,
  rangeOf,
  textContent,
} from './html.ts'
import { derivedBlockId, isSlideId, newSlideId } from './ids.ts'
import { parseBlock } from './parse-block.ts'
import { renderSlideTag } from './render-slide.ts'
import { keepSource } from './slide-source.ts'
import type { Block, Slide, SlideId } from './types.ts'

/**
 * Reads one slide from its section. Never throws: markup that isn't one closed section is put into one.
 * A section without a data-id of the right form gets a fresh id; data-notes, and an aside.notes of plain text at the
 * end, move to `notes`. Everything that no block claims becomes snippets with exactly its source.
 */
export function parseSlide(html: string, blocks: BlockList): Slide {
  return (
    parseLoneSection(html, blocks) ??
    parseLoneSection(`${html}</section>`, blocks) ??
    parseLoneSection(`<section>${html}</section>`, blocks) ??
    parseLoneSection(`<section>${escapeText(html)}</section>`, blocks)!
  )
}

/**
 * Reads a slide from markup that is one closed section and nothing else but white space around it; null otherwise.
 * `keepAsides`: an aside.notes stays where it is, because the markup around the slide reaches into it.
 */
export function parseLoneSection(html: string, blocks: BlockList, keepAsides = false): Slide | null {
  let section: HtmlElement | null = null
  for (const node of parseFragment(html).childNodes) {
    if (isTag(node, 'section') && !section) section = node
    else if (!isText(node) || !isBlank(node.value)) return null
  }
  const range = section && rangeOf(section)
  if (!section || !range || !innerRangeOf(section)) return null
  // What stands outside, a stray end tag for example, can leave no trace in the tree.
  return isBlank(html.slice(0, range.start)) && isBlank(html.slice(range.end))
    ? slideFromSection(html, section, blocks, keepAsides)
    : null
}

/** Reads a slide from a parsed section that has both tags. `source`: what the section was parsed from. */
export function slideFromSection(source: string, section: HtmlElement, blocks: BlockList, keepAsides: boolean): Slide {
  const outer = rangeOf(section)!
  const inner = innerRangeOf(section)!
  const markedId = attribute(section, 'data-id') ?? ''
  const id = isSlideId(markedId) ? markedId : newSlideId()
  const markedNotes = attribute(section, 'data-notes')
  const asides = keepAsides ? [] : plainNotesAtEnd(section)
  const contentEnd = asides[0] ? rangeOf(asides[0])!.start : inner.end
  const attributes = Object.fromEntries(
    attributesOf(section).filter(([name]) => name !== 'data-id' && name !== 'data-notes'),
  )
  const notes = [markedNotes ?? '', ...asides.map(asideText)].filter((text) => text !== '').join('\n\n')
  const found = parseBlocks(source, section, { start: inner.start, end: contentEnd }, blocks, id)
  const slide: Slide = { id, attributes, blocks: found.blocks, notes }
  if (found.renamed) return slide
  if (id === markedId && markedNotes === null && asides.length === 0)
    keepSource(slide, source.slice(outer.start, outer.end))
  else keepSource(slide, `${renderSlideTag(id, attributes)}${source.slice(inner.start, contentEnd)}</section>`)
  return slide
}

/** The blocks of a section, and whether an id that came twice had to be replaced. */
function parseBlocks(
  source: string,
  section: HtmlElement,
  content: { start: number; end: number },
  definitions: BlockList,
  slide: SlideId,
): { blocks: Block[]; renamed: boolean } {
  const blocks: Block[] = []
  const taken = new Set<string>()
  let renamed = false
  let cursor = content.start
  const freeId = (): string => {
    let index = blocks.length
    while (taken.has(derivedBlockId(slide, index))) index += 1000
    return derivedBlockId(slide, index)
  }
  const add = (block: Block): void => {
    taken.add(block.id)
    blocks.push(block)
  }
  const addFlowUntil = (end: number): void => {
    const html = source.slice(cursor, end)
    if (!isBlank(html)) add(flowSnippet(freeId(), html))
  }
  for (const node of section.childNodes) {
    const range = isElement(node) ? rangeOf(node) : null
    // The parser moves misplaced content about; what isn't where the source has it stays part of the flow.
    if (!range || range.start < cursor || range.end > content.end) continue
    const block = parseBlock(node as HtmlElement, definitions, '')
    if (!block) continue
    addFlowUntil(range.start)
    cursor = range.end
    const repeated = taken.has(block.id)
    renamed ||= repeated
    add(block.id === '' || repeated ? { ...block, id: freeId() } : block)
  }
  addFlowUntil(content.end)
  return { blocks, renamed }
}

/** A snippet that stands in the slide's own flow: foreign markup, kept as it came. */
function flowSnippet(id: string, html: string): Block<{ html: string }> {
  return {
    id,
    type: 'snippet',
    frame: null,
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [],
    attributes: [],
    props: { html },
  }
}

/** The `aside.notes` at the end of the section that hold nothing but text, in order. */
function plainNotesAtEnd(section: HtmlElement): HtmlElement[] {
  const found: HtmlElement[] = []
  for (let i = section.childNodes.length - 1; i >= 0; i--) {
    const node = section.childNodes[i]!
    if (isPlainNotes(node)) found.unshift(node)
    else if (!isText(node) || !isBlank(node.value)) break
  }
  return found
}

function isPlainNotes(node: HtmlNode): node is HtmlElement {
  if (!isTag(node, 'aside') || !innerRangeOf(node) || !node.childNodes.every(isText)) return false
  return node.attrs.length === 1 && attribute(node, 'class')?.trim() === 'notes'
}

/** The text of an aside, without the indentation of its markup. */
function asideText(aside: HtmlElement): string {
  const lines = textContent(aside).split('\n')
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
