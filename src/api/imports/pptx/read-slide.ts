import type { Block } from '../../../document/deck-model.ts'
import { withGroups } from '../../../document/groups.ts'
import { newBlockId } from '../../../document/ids.ts'
import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { limits } from '../../../rules/limits.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { fitsSlide, sectionOf } from '../make-block.ts'
import type { ReadSlide } from '../process/reader.ts'
import { readAnimations, type ShapeAnimation } from './animations.ts'
import { backgroundAttributes } from './backgrounds.ts'
import { groupPlace, type Place, readBox, slidePlace } from './boxes.ts'
import { withAnchors } from './connectors.ts'
import { withDeckTheme } from './deck-theme.ts'
import { type Fill, fillElement, readFill } from './fills.ts'
import { frameBlocks } from './graphic-frames.ts'
import { relatedPath } from './package.ts'
import { pictureBlocks } from './pictures.ts'
import { inheritance, nonVisual, placeholderOf } from './placeholders.ts'
import { shapeBlocks } from './shapes.ts'
import { type Part, readPart, type SlideContext } from './slide-context.ts'
import { TooMuch } from './slide-work.ts'
import { withSteps } from './steps.ts'
import { plainText } from './text-html.ts'
import { attr, childrenOf, find, flag } from './xml-tree.ts'

/** Depth of groups in groups. */
const mostDepth = 20

interface Around {
  readonly place: Place
  readonly fill: Fill | null
  readonly groups: readonly string[]
  readonly depth: number
}

const idOf = (shape: XmlElement): string => attr(find(nonVisual(shape), 'cNvPr'), 'id') ?? ''

function transformOf(context: SlideContext, shape: XmlElement): XmlElement | null {
  if (shape.name === 'graphicFrame') return find(shape, 'xfrm') ?? inheritedTransform(context, shape)
  return find(shape, 'spPr', 'xfrm') ?? inheritedTransform(context, shape)
}

function inheritedTransform(context: SlideContext, shape: XmlElement): XmlElement | null {
  for (const one of inheritance(context, shape)) {
    const found = find(one, 'spPr', 'xfrm') ?? find(one, 'xfrm')
    if (found) return found
  }
  return null
}

async function blocksOfShape(context: SlideContext, shape: XmlElement, around: Around): Promise<Block[]> {
  const own = readBox(transformOf(context, shape))
  if (!own) return []
  const box = around.place(own)
  if (shape.name !== 'pic' && shape.name !== 'graphicFrame') return shapeBlocks(context, shape, box, around.fill)
  const { work } = context
  work.step(readerLimits.presentation.shapeSteps)
  const blocks = await (shape.name === 'pic'
    ? pictureBlocks(context, shape, box)
    : frameBlocks(context, shape, box, around.place))
  work.made(blocks)
  return blocks
}

/** Reads the members of a tree of shapes, backmost first. */
async function blocksOfTree(context: SlideContext, tree: XmlElement | null, around: Around): Promise<Block[]> {
  const blocks: Block[] = []
  for (const shape of childrenOf(tree)) {
    if (flag(find(nonVisual(shape), 'cNvPr'), 'hidden')) continue
    if (shape.name === 'grpSp') {
      if (around.depth >= mostDepth) continue
      const properties = find(shape, 'grpSpPr')
      const fill = readFill(fillElement(properties), context, null, around.fill) ?? around.fill
      const place = groupPlace(find(properties, 'xfrm'), around.place)
      const groups = around.groups.length < 7 ? [...around.groups, newBlockId()] : around.groups
      blocks.push(...(await blocksOfTree(context, shape, { place, fill, groups, depth: around.depth + 1 })))
    } else if (['sp', 'pic', 'cxnSp', 'graphicFrame'].includes(shape.name ?? '')) {
      const made = await blocksOfShape(context, shape, around)
      const [first] = made
      if (first) context.blockIds.set(idOf(shape), first.id)
      // A form and its text are moved together.
      const groups = made.length > 1 && around.groups.length < 7 ? [...around.groups, newBlockId()] : around.groups
      blocks.push(...made.map((block) => withSource(withGroups(block, groups), shape)))
    }
  }
  return blocks
}

const sources = new WeakMap<Block, XmlElement>()

/** Remembers the shape that a block was read from. */
function withSource(block: Block, shape: XmlElement): Block {
  sources.set(block, shape)
  return block
}

/** The shapes that stand behind those of a slide: of its master and layout, without their placeholders. */
async function blocksBehind(context: SlideContext): Promise<Block[]> {
  const { slide, layout, master } = context
  const shows = (part: Part | null) => flag(part?.root ?? null, 'showMasterSp') ?? true
  const behind = [shows(slide) && shows(layout) ? master : null, shows(slide) ? layout : null]
  const blocks: Block[] = []
  for (const part of behind) {
    const tree = find(part?.root, 'cSld', 'spTree')
    if (!part || !tree) continue
    const own = { ...tree, children: tree.children.filter((one) => typeof one === 'string' || !placeholderOf(one)) }
    const around = { place: slidePlace(context.deck.scale), fill: null, groups: [], depth: 0 }
    const read = await blocksOfTree({ ...context, part, blockIds: new Map() }, own, around)
    blocks.push(...read.map((block) => ({ ...block, locked: true })))
  }
  return blocks
}

async function notesOf({ deck, slide }: SlideContext): Promise<string> {
  const notes = await readPart(deck.open, await relatedPath(deck.open, slide.path, 'notesSlide'))
  const bodies = childrenOf(find(notes?.root, 'cSld', 'spTree')).filter(
    (shape) => placeholderOf(shape)?.type === 'body',
  )
  return bodies
    .map((shape) => plainText(find(shape, 'txBody')))
    .join('\n')
    .slice(0, limits.slide.notes)
}

const transitions: Readonly<Record<string, string>> = {
  fade: 'fade',
  push: 'slide',
  cover: 'slide',
  pull: 'slide',
  wipe: 'slide',
  cut: 'none',
  zoom: 'zoom',
}

async function attributesOf(context: SlideContext): Promise<Record<string, string>> {
  const { root } = context.slide
  const effect = childrenOf(find(root, 'transition')).find(({ name }) => Object.hasOwn(transitions, name ?? ''))
  return {
    ...(await backgroundAttributes(context)),
    ...(effect ? { 'data-transition': transitions[effect.name!]! } : {}),
    ...(flag(root, 'show') === false ? { 'data-visibility': 'hidden' } : {}),
  }
}

function animated(blocks: readonly Block[], animations: ReadonlyMap<string, ShapeAnimation>): Block[] {
  return blocks.map((block) => {
    const shape = sources.get(block)
    const animation = shape && animations.get(idOf(shape))
    return animation ? withSteps(block, animation) : block
  })
}

/** Reads a slide. Throws TooMuch if it has more in it than slides may have. */
export async function readSlide(opened: SlideContext): Promise<ReadSlide> {
  const context = withDeckTheme(opened)
  const behind = await blocksBehind(context)
  const around = { place: slidePlace(context.deck.scale), fill: null, groups: [], depth: 0 }
  const own = await blocksOfTree(context, find(context.slide.root, 'cSld', 'spTree'), around)
  const connected = withAnchors(own, context.blockIds, (block) => sources.get(block) ?? null, withSource)
  const blocks = [...behind, ...animated(connected, readAnimations(context.slide.root))]
  const html = sectionOf(blocks, await attributesOf(context), await notesOf(context))
  if (!fitsSlide(html)) throw new TooMuch()
  return { html, media: [...context.media], remarks: [...context.remarks] }
}
