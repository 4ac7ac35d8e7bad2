import { withFreeIds } from '../../document/custom-ids.ts'
import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { slideIds } from '../../document/structure.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { timings } from '../../rules/timings.ts'
import { notifyWithUndo } from '../actions/notify-with-undo.ts'
import { openHiddenFrame } from '../canvas/hidden-frame.ts'
import type { Command } from '../commands/command.ts'
import type { Editor } from '../state/editor.ts'
import { blocksProgress } from './blocks-progress.ts'
import { type Converted, convertSlide } from './convert-slide.ts'
import { hasFlow } from './has-flow.ts'

/** Time after which the progress is shown, in ms. */
const shownAfter = 300

/** Slides as blocks, and slides that would look different. */
export interface ConvertedSlides {
  readonly changed: Readonly<Record<SlideId, Slide>>
  readonly kept: readonly SlideId[]
}

/** Lets the page draw and answer. */
const nextFrame = () => new Promise<void>((resolve) => (document.hidden ? resolve() : setTimeout(resolve)))

/** Who follows the work. */
export interface Follower {
  /** Called after each slide; resolves to whether to continue. */
  step?(done: number, all: number): Promise<boolean>
  /** Called for each slide, with what keeps it or its elements from being blocks. */
  converted?(id: SlideId, converted: Converted): void
}

/**
 * Makes a frame show slides as the player does. Ends transitions at once: what is measured must not be on its way, such as
 * from one text color to another.
 */
function showAsPlayer(document: Document): void {
  // Styles of decks tell the player by an attribute that reveal.js sets.
  document.querySelector('.reveal')?.setAttribute('data-transition-speed', 'default')
  const style = document.createElement('style')
  style.textContent = '*, ::before, ::after { transition: none !important; animation: none !important; }'
  document.head.append(style)
}

/** The slides as blocks; those without a flow are left out. Null if the follower has ended the work. */
export async function slidesAsBlocks(
  deck: Deck,
  ids: readonly SlideId[],
  follower: Follower = {},
): Promise<ConvertedSlides | null> {
  const slides = ids.flatMap((id) => deck.slides[id] ?? []).filter(hasFlow)
  const changed: Record<SlideId, Slide> = {}
  const kept: SlideId[] = []
  if (slides.length === 0) return { changed, kept }
  const hidden = openHiddenFrame(slideSizeOf(deck.settings.slide_size))
  try {
    const frame = await hidden.frame
    showAsPlayer(frame.document)
    for (const [index, slide] of slides.entries()) {
      const converted = await convertSlide(slide, deck, frame)
      if (converted.difference) kept.push(slide.id)
      else changed[slide.id] = converted.slide
      follower.converted?.(slide.id, converted)
      if (follower.step && !(await follower.step(index + 1, slides.length))) return null
    }
    return { changed, kept }
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

/** Counts the converted slides, and shows the count after a while. False once the user has canceled. */
function watch(): { readonly step: (done: number, all: number) => Promise<boolean>; end(): void } {
  const start = performance.now()
  let isCanceled = false
  const cancel = (): void => {
    isCanceled = true
  }
  return {
    step: async (done, all) => {
      if (performance.now() - start > shownAfter && done < all) blocksProgress.set({ done, all, cancel })
      await nextFrame()
      return !isCanceled
    },
    end: () => blocksProgress.set(null),
  }
}

/** The numbers of slides in the list, as words. */
function numbered(deck: Deck, ids: readonly SlideId[]): string {
  const numbers = deck.stacks.flatMap(({ slides }, h) =>
    slides.flatMap((id, v) => (ids.includes(id) ? [v === 0 ? `${h + 1}` : `${h + 1}.${v + 1}`] : [])),
  )
  const shown = numbers.length > 8 ? [...numbers.slice(0, 7), `${numbers.length - 7} more`] : numbers
  const last = shown.at(-1)!
  return shown.length === 1 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}

/** What became of the slides, as sentences. */
function outcome(deck: Deck, count: number, kept: readonly SlideId[], isOne: boolean): string {
  if (isOne && kept.length > 0) return 'The slide stays as it is, since it would look different as blocks'
  const turned = count === 1 ? 'One slide was turned into blocks' : `${count} slides were turned into blocks`
  if (kept.length === 0) return turned
  const [who, they] =
    kept.length === 1
      ? [`Slide ${numbered(deck, kept)} stays as it is`, 'it']
      : [`Slides ${numbered(deck, kept)} stay as they are`, 'they']
  const stays = `${who}, since ${they} would look different as blocks`
  return count === 0 ? stays : `${turned}. ${stays}`
}

/** Turns the flow of slides into blocks, in one undo step, and says what became of them. */
export async function turnIntoBlocks(editor: Editor, ids: readonly SlideId[] | 'all'): Promise<void> {
  const { model, services } = editor
  if (blocksProgress.get()) return
  model.stopEditing()
  const { deck } = model.getState()
  const wanted = ids === 'all' ? slideIds(deck) : ids
  const progress = watch()
  try {
    const result = await slidesAsBlocks(deck, wanted, progress)
    if (result === null) return
    const { changed, kept } = result
    const count = Object.keys(changed).length
    const before = model.getState().deck
    if (count > 0) model.apply(replaceSlides(deck, changed), { undo: 'step', label: 'Turn into blocks', select: [] })
    const isOne = wanted.length === 1
    const text = outcome(deck, count, kept, isOne)
    const duration = kept.length > 0 ? timings.notificationOffer : undefined
    if (count === 0 && kept.length > 0) services.notify(text, 'info', undefined, duration)
    else if (!isOne) notifyWithUndo(editor, text, before, duration)
  } catch {
    services.notify('The slides could not be measured. Please try again.', 'error')
  } finally {
    progress.end()
  }
}
