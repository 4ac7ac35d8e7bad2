import type { PropsOf } from '../../blocks/index.ts'
import { withFreeIds } from '../../document/custom-ids.ts'
import type { Block, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { slideIds } from '../../document/structure.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import type { CanvasFrame } from '../canvas/canvas-frame.ts'
import { openHiddenFrame } from '../canvas/hidden-frame.ts'
import type { Command } from '../commands/command.ts'
import type { Editor } from '../state/editor.ts'
import { blockFor, corrected, keptStyles } from './flow-blocks.ts'
import { type FlowElement, flowElements, placeOf } from './flow-elements.ts'
import { hasFlow } from './has-flow.ts'
import { lookOf, withLook } from './kept-look.ts'

async function settled({ document, view }: CanvasFrame): Promise<void> {
  view.section.getBoundingClientRect()
  await document.fonts.ready
  await Promise.allSettled([...document.images].filter(({ src }) => src !== '').map((image) => image.decode()))
  view.settle()
}

interface Draft {
  readonly block: Block
  readonly flow: FlowElement
  readonly styles: Readonly<Record<string, string>>
  readonly look: ReturnType<typeof lookOf>
}

/**
 * The slide with blocks in place of its flow. It is drawn in the flow, and as blocks until they look as they did: their
 * boxes get the styles and the places of the flow, then the elements in them, then the boxes their places again.
 */
async function converted(slide: Slide, deck: Deck, frame: CanvasFrame): Promise<Slide> {
  frame.show(slide, deck.settings)
  await settled(frame)
  const { view } = frame
  const drafts = new Map<Block, readonly Draft[]>()
  for (const block of slide.blocks) {
    if (block.frame !== null) continue
    const flows = flowElements(view.section, view.nodesOf(block.id))
    drafts.set(
      block,
      flows.map((flow) => ({
        block: blockFor(flow),
        ...{ flow, styles: keptStyles(flow.element), look: lookOf(flow.element) },
      })),
    )
  }
  const { class: classes = '', ...attributes } = slide.attributes
  const blocks = slide.blocks.flatMap((block) => drafts.get(block)?.map((draft) => draft.block) ?? [block])
  const next: Slide = { ...slide, attributes: classes === '' ? attributes : { ...attributes, class: classes }, blocks }
  const all = new Map([...drafts.values()].flat().map((draft) => [draft.block.id, draft]))
  let drawn = 0
  const redrawn = async (blocksNow: readonly Block[], change: typeof moved): Promise<readonly Block[]> => {
    drawn += 1
    // Another id each time, so that nothing of the flow is reused.
    frame.show({ ...next, id: `${slide.id.slice(1)}${drawn}`, blocks: blocksNow }, deck.settings)
    await settled(frame)
    return blocksNow.map((block) => {
      const draft = all.get(block.id)
      const element = draft && frame.view.elementOf(block.id)?.querySelector<HTMLElement>(':scope > .block-content > *')
      return draft && element ? change(block, draft, element, frame) : block
    })
  }
  const placed = await redrawn(blocks, moved)
  const looked = await redrawn(placed, withOwnLook)
  const isChanged = looked.some((block, index) => block !== placed[index])
  return { ...next, blocks: isChanged ? await redrawn(looked, moved) : placed }
}

function moved(block: Block, draft: Draft, drawn: HTMLElement, { view }: CanvasFrame): Block {
  return corrected(block, drawn, draft.flow, draft.styles, placeOf(drawn, view.section))
}

function withOwnLook(block: Block, draft: Draft, drawn: HTMLElement): Block {
  if (block.type !== 'text') return block
  const props = block.props as PropsOf<'text'>
  const html = withLook(props.html, drawn, draft.look)
  return html === props.html ? block : { ...block, props: { ...props, html } }
}

/** The slides as blocks, by id; those without a flow are left out. */
export async function slidesAsBlocks(deck: Deck, ids: readonly SlideId[]): Promise<Readonly<Record<SlideId, Slide>>> {
  const slides = ids.flatMap((id) => deck.slides[id] ?? []).filter(hasFlow)
  if (slides.length === 0) return {}
  const hidden = openHiddenFrame(slideSizeOf(deck.settings.slide_size))
  try {
    const frame = await hidden.frame
    const changed: Record<SlideId, Slide> = {}
    for (const slide of slides) changed[slide.id] = await converted(slide, deck, frame)
    return changed
  } finally {
    hidden.remove()
  }
}

/** Replaces slides that are still as they were. */
function replaceSlides(before: Deck, changed: Readonly<Record<SlideId, Slide>>): Command {
  return (deck) => {
    const slides = { ...deck.slides }
    for (const [id, slide] of Object.entries(changed)) {
      if (deck.slides[id] === before.slides[id]) slides[id] = { ...slide, blocks: withFreeIds(deck, slide.blocks) }
    }
    return { ...deck, slides }
  }
}

/** Turns the flow of slides into blocks; one undo step. Resolves to the number of slides that changed. */
export async function turnIntoBlocks(editor: Editor, ids: readonly SlideId[] | 'all'): Promise<number> {
  const { model, services } = editor
  model.stopEditing()
  const { deck } = model.getState()
  try {
    const changed = await slidesAsBlocks(deck, ids === 'all' ? slideIds(deck) : ids)
    const count = Object.keys(changed).length
    if (count > 0) model.apply(replaceSlides(deck, changed), { undo: 'step', label: 'Turn into blocks', select: [] })
    return count
  } catch {
    services.notify('The slides could not be measured. Please try again.', 'error')
    return 0
  }
}
