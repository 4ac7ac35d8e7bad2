import { bareBlock } from './bare-block.ts'
import type { BlockList } from './block-list.ts'
import type { Block, Slide, SlideId } from './deck-model.ts'
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
import { storeSource } from './slide-source.ts'

/**
 * Parses one slide from its section. Never throws: markup that is not one closed section is wrapped in one. Without a
 * valid data-id the slide gets a new id. data-notes and trailing plain-text aside.notes become `notes`. Markup that no
 * block type claims becomes snippets with their original source.
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
 * Parses markup that is a single closed section, surrounded by white space only; null otherwise. `keepAsides`: leaves
 * an aside.notes in place, because surrounding markup extends into it.
 */
export function parseLoneSection(html: string, blocks: BlockList, keepAsides = false): Slide | null {
  let section: HtmlElement | null = null
  for (const node of parseFragment(html).childNodes) {
    if (isTag(node, 'section') && !section) section = node
    else if (!isText(node) || !isBlank(node.value)) return null
  }
  const range = section && rangeOf(section)
  if (!section || !range || !innerRangeOf(section)) return null
  // Markup outside, such as a stray end tag, may leave no trace in the tree.
  return isBlank(html.slice(0, range.start)) && isBlank(html.slice(range.end))
    ? slideFromSection(html, section, blocks, keepAsides)
    : null
}

/** Parses a slide from a section that has both tags. `source`: the markup the section was parsed from. */
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
    storeSource(slide, source.slice(outer.start, outer.end))
  else storeSource(slide, `${renderSlideTag(id, attributes)}${source.slice(inner.start, contentEnd)}</section>`)
  return slide
}

/** The section's blocks, and whether a duplicate id was replaced. */
function parseBlocks(
  source: string,
  section: HtmlElement,
  content: { start: number; end: number },
  definitions: BlockList,
  slide: SlideId,
): { blocks: Block[]; renamed: boolean } {
  const blocks: Block[] = []
  const usedIds = new Set<string>()
  let renamed = false
  let cursor = content.start
  const freeId = (key: string): string => derivedBlockId(slide, key, (id) => usedIds.has(id))
  const add = (block: Block): void => {
    usedIds.add(block.id)
    blocks.push(block)
  }
  const addFlowUntil = (end: number): void => {
    const html = source.slice(cursor, end)
    if (!isBlank(html)) add(flowSnippet(freeId(html), html))
  }
  for (const node of section.childNodes) {
    const range = isElement(node) ? rangeOf(node) : null
    // The parser relocates misplaced content; nodes that are not at their source position stay in the flow.
    if (!range || range.start < cursor || range.end > content.end) continue
    const block = parseBlock(node as HtmlElement, definitions, '')
    if (!block) continue
    addFlowUntil(range.start)
    cursor = range.end
    const repeated = usedIds.has(block.id)
    renamed ||= repeated
    const key = block.id || source.slice(range.start, range.end)
    add(block.id === '' || repeated ? { ...block, id: freeId(key) } : block)
  }
  addFlowUntil(content.end)
  return { blocks, renamed }
}

/** A snippet in the slide's own flow: foreign markup, kept unchanged. */
function flowSnippet(id: string, html: string): Block<{ html: string }> {
  return {
    id,
    type: 'snippet',
    frame: null,
    ...bareBlock,
    props: { html },
  }
}

/** The trailing `aside.notes` that contain only text, in order. */
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

/** An aside's text without the indentation of its markup. */
function asideText(aside: HtmlElement): string {
  const lines = textContent(aside).split('\n')
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
}
