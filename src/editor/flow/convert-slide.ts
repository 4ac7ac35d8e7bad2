import { editorOf } from '../../blocks/find-editor.ts'
import { restoreFrames } from '../../blocks/iframe/editor-decorator.ts'
import type { PropsOf } from '../../blocks/index.ts'
import type { Block, BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { ownAttributePrefix } from '../../document/sanitize/own-attributes.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { CanvasFrame } from '../canvas/canvas-frame.ts'
import { blockFor, corrected, keptStyles } from './flow-blocks.ts'
import { type FlowElement, flowElements, placeOf } from './flow-elements.ts'
import { lookOf, withLook } from './kept-look.ts'
import { layOut, showSteps } from './lay-out.ts'
import { contentOf, lostContent } from './slide-content.ts'
import { type Difference, differenceOf, type Mark, marksOf } from './slide-marks.ts'

/** Waits until code and formulas have their final drawing. */
async function decorated(blocks: readonly Block[], { view }: CanvasFrame): Promise<void> {
  const waits = blocks.flatMap(({ id, type }) => {
    const decorator = editorOf(type)?.decorator
    const nodes = decorator ? view.nodesOf(id).filter((node): node is HTMLElement => node.nodeType === 1) : []
    return nodes.flatMap((node) => (decorator && !decorator.isReady(node) ? [decorator.load(node)] : []))
  })
  if (waits.length === 0) return
  await Promise.allSettled(waits)
  // The view decorates when its own request is answered, which was sent before.
  await new Promise<void>((resolve) => setTimeout(resolve))
}

/** How long a style sheet is waited for, in ms. */
const sheetWait = 3_000

/** Resolves once a style sheet is loaded, such as that of formulas or of a font service; soon if it does not answer. */
function sheetLoaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet || link.dataset.waited !== undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      link.dataset.waited = ''
      resolve()
    }
    setTimeout(end, sheetWait)
    for (const event of ['load', 'error']) link.addEventListener(event, end, { once: true })
  })
}

async function settled(blocks: readonly Block[], frame: CanvasFrame): Promise<void> {
  const { document, view } = frame
  await decorated(blocks, frame)
  await Promise.all([...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(sheetLoaded))
  restoreFrames(view.section)
  showSteps(view.section)
  // The layout asks for fonts, such as those of formulas.
  view.section.getBoundingClientRect()
  await document.fonts.ready
  await Promise.allSettled([...document.images].filter(({ src }) => src !== '').map((image) => image.decode()))
  view.settle()
}

/** A block for an element of the flow, with what it must look like. */
interface Draft {
  readonly block: Block
  /** The element as it is in a frame, if it looks different as the block; same id. */
  readonly framed: Block
  readonly flow: FlowElement
  readonly styles: Readonly<Record<string, string>>
  readonly look: ReturnType<typeof lookOf>
  readonly marks: readonly Mark[]
}

function draftOf(flow: FlowElement, section: HTMLElement): Draft {
  const block = blockFor(flow)
  const framed = flow.kind === 'other' ? block : { ...blockFor(flow, 'other'), id: block.id }
  const { element } = flow
  return {
    ...{ block, framed, flow, styles: keptStyles(element), look: lookOf(element) },
    marks: marksOf(element, section),
  }
}

/** The drafts of a drawn slide, by the block of the flow that they replace. */
function draftsOf(slide: Slide, { view }: CanvasFrame): ReadonlyMap<Block, readonly Draft[]> {
  const flowing = slide.blocks.filter(({ frame }) => frame === null)
  const found = flowing.map((block) => [block, flowElements(view.section, view.nodesOf(block.id))] as const)
  return new Map(found.map(([block, flows]) => [block, flows.map((flow) => draftOf(flow, view.section))]))
}

/** The element of a draft, drawn as a block. */
function drawnOf(block: Block, { view }: CanvasFrame): HTMLElement | null {
  const wrapper = view.elementOf(block.id)
  const inside = block.type === 'text' ? ':scope > .block-content > *' : ':scope > *'
  return wrapper?.querySelector<HTMLElement>(inside) ?? null
}

class Conversion {
  readonly #frame: CanvasFrame
  readonly #deck: Deck
  readonly #slide: Slide
  readonly #drafts: ReadonlyMap<BlockId, Draft>
  /** Why elements became markup in a frame. */
  readonly reasons: Difference[] = []

  constructor(frame: CanvasFrame, deck: Deck, slide: Slide, drafts: readonly Draft[]) {
    this.#frame = frame
    this.#deck = deck
    this.#slide = slide
    this.#drafts = new Map(drafts.map((draft) => [draft.block.id, draft]))
  }

  async #draw(blocks: readonly Block[]): Promise<void> {
    this.#frame.view.section.style.removeProperty('top')
    // Another id, so that nothing of the flow is reused.
    this.#frame.show({ ...this.#slide, id: `${this.#slide.id} as blocks`, blocks }, this.#deck.settings)
    await settled(blocks, this.#frame)
  }

  #changed(
    blocks: readonly Block[],
    change: (block: Block, draft: Draft, drawn: HTMLElement) => Block,
  ): readonly Block[] {
    return blocks.map((block) => {
      const draft = this.#drafts.get(block.id)
      const drawn = draft && drawnOf(block, this.#frame)
      return draft && drawn ? change(block, draft, drawn) : block
    })
  }

  #moved(blocks: readonly Block[]): readonly Block[] {
    const { section } = this.#frame.view
    return this.#changed(blocks, (block, { flow, styles }, drawn) =>
      corrected(block, drawn, flow, styles, placeOf(drawn, section)),
    )
  }

  /**
   * Gives blocks the look of the flow: their boxes get its styles and places, then the elements in them, then the boxes
   * their places again. They are drawn at the end.
   */
  async fitted(blocks: readonly Block[]): Promise<readonly Block[]> {
    await this.#draw(blocks)
    const placed = this.#moved(blocks)
    await this.#draw(placed)
    const looked = this.#changed(placed, withOwnLook)
    if (looked.some((block, index) => block !== placed[index])) await this.#draw(looked)
    const last = this.#moved(looked)
    await this.#draw(last)
    return last
  }

  /** The drawn blocks, with markup in a frame for those that look different than in the flow; null if all look the same. */
  framed(blocks: readonly Block[]): readonly Block[] | null {
    const { view } = this.#frame
    let isFramed = false
    const next = blocks.map((block) => {
      const draft = this.#drafts.get(block.id)
      const wrapper = draft && view.elementOf(block.id)
      if (!draft || !wrapper || draft.framed.type === block.type) return block
      const difference = differenceOf(draft.marks, marksOf(wrapper, view.section))
      if (difference === null) return block
      this.reasons.push(difference)
      isFramed = true
      return draft.framed
    })
    return isFramed ? next : null
  }
}

function withOwnLook(block: Block, draft: Draft, drawn: HTMLElement): Block {
  if (block.type !== 'text' && block.type !== 'snippet') return block
  const props = block.props as PropsOf<'text'> | PropsOf<'snippet'>
  const html = withLook(props.html, drawn, draft.look, block.type === 'snippet')
  return html === props.html ? block : { ...block, props: { ...props, html } }
}

/** A formula that cannot be typeset, as a mark: the canvas draws its text, and the player draws what it can of it. */
function wrongFormula(section: HTMLElement): Mark | null {
  const formulas = [...section.querySelectorAll<HTMLElement>('[data-latex]')]
  const wrong = formulas.find(({ dataset, firstElementChild }) => dataset.latex !== '' && !firstElementChild)
  return wrong ? { what: 'word', look: `formula: ${wrong.dataset.latex}`, edges: [0, 0, 0, 0] } : null
}

/** The attributes of the stack that a slide is in. */
const stackOf = (deck: Deck, id: SlideId): Readonly<Record<string, string>> =>
  deck.stacks.find(({ slides }) => slides.includes(id))?.attributes ?? {}

/** Attributes that slides have from their stack by styles of its deck. */
const styling = (name: string): boolean =>
  ['class', 'style', 'data-l-id'].includes(name) || name.startsWith(ownAttributePrefix)

/** Copies the attributes of a slide's stack that styles refer to: the canvas has no element for it. */
export function styleAsStack(around: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  for (const name of around.getAttributeNames()) if (name !== 'class' && styling(name)) around.removeAttribute(name)
  around.className = 'slides'
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'class') around.className = `slides ${value}`
    else if (styling(name)) around.setAttribute(name, value)
  }
}

/** A slide as blocks, and what looks different then: a difference means that it should stay as it is. */
export interface Converted {
  readonly slide: Slide
  readonly difference: Difference | null
  /** Why elements became markup in a frame. */
  readonly reasons: readonly Difference[]
}

/**
 * The slide with blocks in place of its flow. Each draws what its element drew, where it was: an element that would look
 * different as a block becomes markup in a frame.
 */
export async function convertSlide(slide: Slide, deck: Deck, frame: CanvasFrame): Promise<Converted> {
  const { view } = frame
  styleAsStack(view.section.parentElement!, stackOf(deck, slide.id))
  frame.show(slide, deck.settings)
  await settled(slide.blocks, frame)
  const wrong = wrongFormula(view.section)
  if (wrong) return { slide, difference: [wrong], reasons: [] }
  layOut(view.section, slideSizeOf(deck.settings.slide_size))
  const before = marksOf(view.section, view.section)
  const content = contentOf(view.section)
  const drafts = draftsOf(slide, frame)
  const conversion = new Conversion(frame, deck, slide, [...drafts.values()].flat())
  let blocks = await conversion.fitted(
    slide.blocks.flatMap((block) => drafts.get(block)?.map((draft) => draft.block) ?? [block]),
  )
  const framed = conversion.framed(blocks)
  if (framed) blocks = await conversion.fitted(framed)
  const difference = lostContent(content, contentOf(view.section))
  return {
    slide: { ...slide, blocks },
    difference: difference ?? differenceOf(before, marksOf(view.section, view.section)),
    reasons: conversion.reasons,
  }
}
