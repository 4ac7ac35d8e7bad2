import { blockDataAttributes, blocks } from '../../blocks/index.ts'
import type { Block, Slide, SlideId } from '../../document/deck-model.ts'
import { type HtmlElement, type HtmlFragment, isElement } from '../../document/html.ts'
import { contentHash } from '../../document/ids.ts'
import type { BlockOp, Op, SlideOp } from '../../document/ops/op.ts'
import { isSameBlock, slideOpsBetween, withPart } from '../../document/ops/slide-ops.ts'
import { parseBlock } from '../../document/parse-block.ts'
import { renderBlock } from '../../document/render-block.ts'
import { renderSlideTag } from '../../document/render-slide.ts'
import { cssFilterLimits, svgShapeLimits } from '../../document/sanitize/limits.ts'
import { type SanitizeCost, sanitize } from '../../document/sanitize/sanitize.ts'
import { textOf } from '../../document/slide-text.ts'
import { limits } from '../../rules/limits.ts'
import { createByteCache } from '../../server/content/byte-cache.ts'
import type { ContentRules } from './content-rules.ts'
import { movedBlock, typedBlock } from './plain-edits.ts'

/**
 * Slides that this process has sanitized, in their canonical form: one block a line, each as it is rendered. Sanitizing
 * such a slide again under the same rules changes nothing. Its blocks do not affect each other: each is closed, and all
 * the sanitizer adds up over a slide is its cost. So after a change of one block, sanitizing this block alone tells what
 * sanitizing the slide would give.
 */
export interface CleanSlide {
  readonly slide: Slide
  readonly html: string
  /** The rules that it was sanitized under. */
  readonly rules: ContentRules
  /** At least the cost of the slide. */
  readonly cost: SanitizeCost
  readonly parts: readonly CleanBlock[]
}

interface CleanBlock {
  readonly markup: string
  /** Its words for the search index. */
  readonly words: string
  /** Null if it was not sanitized alone yet. */
  readonly cost: SanitizeCost | null
}

/** A slide after operations that change single blocks. */
export interface EditedSlide {
  readonly next: CleanSlide
  /** The words of the slide. */
  readonly text: string
  /** The operations as they are stored. */
  readonly ops: readonly Op[]
  readonly hash: string
}

const none: SanitizeCost = { nodes: 0, filterWork: 0, shapeWork: 0 }

/** By slide, of 4 million characters: HTML, its parts, and words. */
const cleaned = createByteCache<CleanSlide>(4_000_000)

/** Keeps a slide that was sanitized; `tree`: what its HTML was parsed to. Other slides than canonical ones are not kept. */
export function keepClean(
  slide: Slide,
  html: string,
  { tree, text, cost }: { readonly tree: HtmlFragment; readonly text: string; readonly cost: SanitizeCost },
  rules: ContentRules,
): void {
  if (html.length > limits.batch.characters / 2) return
  const [section] = tree.childNodes
  const elements = section && isElement(section) ? section.childNodes.filter(isElement) : []
  if (elements.length !== slide.blocks.length || slide.blocks.some(({ frame }) => frame === null)) return
  const parts = slide.blocks.map((block, at): CleanBlock => {
    return { markup: renderBlock(block, blocks), words: textOf(elements[at]!), cost: null }
  })
  if (assembled(slide, parts) !== html || joinedWords(parts) !== text) return
  keepEdited({ slide, html, rules, cost, parts })
}

/** Keeps a slide after an edit, once it is stored. */
export function keepEdited(clean: CleanSlide): void {
  cleaned.set(clean.slide.id, clean, 2 * clean.html.length)
}

/** The slide with this stored HTML, if it was sanitized under the same rules. */
export function cleanSlide(id: SlideId, html: string, rules: ContentRules): CleanSlide | null {
  const found = cleaned.get(id)
  return found && found.html === html && areSame(found.rules, rules) ? found : null
}

function areSame(one: ContentRules, other: ContentRules): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/**
 * Applies operations on fields of blocks, and sanitizes only these blocks. The result is the same as that of applying
 * them, sanitizing the slide and comparing it with the one before. Null if that cannot be told from the blocks alone, or
 * if the sanitizer changes something.
 */
export function editClean(clean: CleanSlide, ops: readonly Op[], rules: ContentRules): EditedSlide | null {
  const { slide } = clean
  const changes = Map.groupBy(ops.filter(isBlockOp), ({ block }) => block)
  if (!ops.every((op) => isBlockOp(op) && op.slide === slide.id)) return null
  const [edited, parts, stored] = [[...slide.blocks], [...clean.parts], [] as Op[]]
  let { cost } = clean
  for (const [at, block] of slide.blocks.entries()) {
    const own = changes.get(block.id)
    if (!own) continue
    const change = editedBlock(slide.id, block, { ops: own, part: parts[at]! }, rules)
    if (!change) return null
    cost = sumOf(cost, change.part.cost ?? none, parts[at]!.cost ?? none)
    edited[at] = change.block
    parts[at] = change.part
    stored.push(...change.ops)
    changes.delete(block.id)
  }
  if (changes.size > 0 || stored.length === 0 || !isWithinLimits(cost)) return null
  const next: Slide = { ...slide, blocks: edited }
  const html = assembled(next, parts)
  if (html.length * 3 > limits.slide.bytes) return null
  const hash = contentHash(html)
  return {
    next: { ...clean, slide: next, html, cost, parts },
    text: joinedWords(parts),
    ops: [...stored, { kind: 'check-slide', slide: slide.id, hash }],
    hash,
  }
}

/** Whether an operation changes a field of a block. */
export function isBlockOp(op: Op): op is BlockOp {
  return op.kind === 'set' || op.kind === 'text'
}

interface EditedBlock {
  readonly block: Block
  readonly part: CleanBlock
  readonly ops: readonly Op[]
}

/** `part`: the block's before the operations. */
function editedBlock(
  id: SlideId,
  before: Block,
  { ops, part }: { readonly ops: readonly BlockOp[]; readonly part: CleanBlock },
  rules: ContentRules,
): EditedBlock | null {
  const plain = typedBlock(before, ops) ?? movedBlock(before, ops, part)
  if (plain) return { ...plain, part: { ...plain.part, cost: part.cost } }
  const alone: Slide = { id, attributes: {}, blocks: [before], notes: '' }
  const changed = changedBlock(alone, ops)
  if (!changed) return null
  const { markup } = changed
  // A formatting element that is left open would go on in what follows.
  const html = `<section data-id="${id}">\n${markup}\n<p>.</p>\n</section>`
  const clean = sanitizedIfClean(html, rules)
  if (!clean) return null
  const [section] = clean.tree.childNodes as [HtmlElement]
  const element = section.childNodes.find(isElement)
  const block = element && parseBlock(element, blocks, '')
  if (!block || block.id !== before.id || renderBlock(block, blocks) !== markup) return null
  const between = storedOps(
    { ...alone, blocks: [block] },
    alone,
    ops,
    markup !== part.markup && isSameBlock(block, changed.block),
  )
  if (!between.every(isBlockOp)) return null
  return { block, part: { markup, words: textOf(element), cost: clean.cost }, ops: between }
}

/**
 * Changes of texts that gave exactly what is stored are stored as sent: all that they insert is in the sanitized markup.
 * Others are made anew from what is stored.
 */
function storedOps(after: Slide, before: Slide, ops: readonly BlockOp[], areExact: boolean): readonly SlideOp[] {
  return areExact && ops.every(({ kind }) => kind === 'text') ? ops : slideOpsBetween(before, after, blocks)
}

/** The block after the operations, with its markup; null if they do not fit. */
function changedBlock(
  alone: Slide,
  ops: readonly BlockOp[],
): { readonly block: Block; readonly markup: string } | null {
  try {
    const changed = ops.reduce((slide, op) => withPart(slide, op, blocks), alone)
    const block = changed.blocks[0]!
    return { block, markup: renderBlock(block, blocks) }
  } catch {
    // An operation does not fit, or a block cannot render its value: `saveOf` refuses the batch.
    return null
  }
}

/** The cost and the tree of markup that the sanitizer leaves as it is; else null. */
function sanitizedIfClean(html: string, rules: ContentRules) {
  try {
    const result = sanitize(html, { context: 'slide', ...rules, blockAttributes: blockDataAttributes })
    const { cost, tree } = result
    return result.html === html && result.removed.length === 0 && result.notes.length === 0 && tree
      ? { cost, tree }
      : null
  } catch {
    return null
  }
}

function assembled({ id, attributes }: Slide, parts: readonly CleanBlock[]): string {
  let html = renderSlideTag(id, attributes)
  for (const { markup } of parts) html += `\n${markup}`
  return parts.length === 0 ? `${html}</section>` : `${html}\n</section>`
}

function joinedWords(parts: readonly CleanBlock[]): string {
  return parts.flatMap(({ words }) => (words === '' ? [] : [words])).join(' ')
}

function sumOf(slide: SanitizeCost, added: SanitizeCost, taken: SanitizeCost): SanitizeCost {
  return {
    nodes: slide.nodes + added.nodes - taken.nodes,
    filterWork: slide.filterWork + added.filterWork - taken.filterWork,
    shapeWork: slide.shapeWork + added.shapeWork - taken.shapeWork,
  }
}

/** False for sums near a limit, where the order of adding may decide. */
function isWithinLimits({ nodes, filterWork, shapeWork }: SanitizeCost): boolean {
  const share = 0.9
  return (
    nodes < share * limits.slide.nodes &&
    filterWork < share * cssFilterLimits.work &&
    shapeWork < share * svgShapeLimits.work
  )
}
