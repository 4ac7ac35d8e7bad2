import { withFreeIds } from '../../document/custom-ids.ts'
import type { Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { slideIds } from '../../document/structure.ts'
import { slideSizeOf } from '../../rules/slide-size.ts'
import { timings } from '../../rules/timings.ts'
import { notifyWithUndo } from '../actions/notify-with-undo.ts'
import { openHiddenFrame } from '../canvas/hidden-frame.ts'
import type { Command } from '../commands/command.ts'
import type { Editor } from '../state/editor.ts'
import { outcome } from './blocks-outcome.ts'
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
  style.textContent = `*, ::before, ::after { transition: none !important; animation: none !important; }
.reveal .stretch, .reveal .r-stretch { max-width: none; max-height: none; }`
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

/** The slides that are still as they were: those that were edited meanwhile stay. */
function unedited(before: Deck, now: Deck, { changed }: ConvertedSlides): Readonly<Record<SlideId, Slide>> {
  return Object.fromEntries(Object.entries(changed).filter(([id]) => now.slides[id] === before.slides[id]))
}

function replaceSlides(changed: Readonly<Record<SlideId, Slide>>): Command {
  return (deck) => {
    const slides = { ...deck.slides }
    for (const [id, slide] of Object.entries(changed))
      slides[id] = { ...slide, blocks: withFreeIds(deck, slide.blocks) }
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

/** Whether slides are being converted. */
let isRunning = false

/**
 * Turns the flow of slides into blocks, in one undo step, and says what became of them. Does nothing while an earlier call
 * runs.
 */
export async function turnIntoBlocks(
  editor: Editor,
  ids: readonly SlideId[] | 'all',
  convert: typeof slidesAsBlocks = slidesAsBlocks,
): Promise<void> {
  if (isRunning) return
  const { model, services } = editor
  model.stopEditing()
  const { deck } = model.getState()
  const wanted = ids === 'all' ? slideIds(deck) : ids
  const progress = watch()
  isRunning = true
  try {
    const result = await convert(deck, wanted, progress)
    if (result === null) return
    const before = model.getState().deck
    const changed = unedited(deck, before, result)
    const count = Object.keys(changed).length
    const edited = Object.keys(result.changed).filter((id) => before.slides[id] && !changed[id])
    if (count > 0) model.apply(replaceSlides(changed), { undo: 'step', label: 'Turn into blocks', select: [] })
    const { kept } = result
    const isOne = wanted.length === 1
    const text = outcome(before, { count, kept, edited }, isOne)
    const stays = kept.length + edited.length > 0
    const duration = stays ? timings.notificationOffer : undefined
    if (count === 0 && stays) services.notify(text, 'info', undefined, duration)
    else if (!isOne) notifyWithUndo(editor, text, before, duration)
  } catch {
    services.notify('The slides could not be measured. Please try again.', 'error')
  } finally {
    isRunning = false
    progress.end()
  }
}
