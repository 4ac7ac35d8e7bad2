import type { BlockId, Slide } from '../../../document/deck-model.ts'
import { entriesOf, type StepEntry, stepNumbers } from '../../../document/slide-steps.ts'
import { fragmentLooks, fragmentVisibility } from '../../../rules/fragment-styles.ts'

/** Duration of a block's appearance, and the delay that replaces a press; in ms. */
const appearDuration = 200
const clickDelay = 800
/** Delay between the last step and the end of the preview, in ms. */
const endDelay = 900

const hidden = { opacity: 0, visibility: 'hidden' }

/** Animates steps on the slide's elements, without changing their markup. */
class StepPlay {
  readonly #running = new Map<BlockId, Animation>()
  readonly #element: (block: BlockId) => HTMLElement | null

  constructor(element: (block: BlockId) => HTMLElement | null) {
    this.#element = element
  }

  /** Shows a block as before its step. */
  begin({ block, style }: StepEntry): void {
    const { before } = fragmentLooks(style)
    const first = isVisibleFirst(style) ? before : { ...before, ...hidden }
    if (Object.keys(first).length > 0) this.#run(block, [first, first], 0)
  }

  /** Plays a block's step. */
  step({ block, style }: StepEntry): void {
    if (fragmentVisibility(style) === 'before') {
      this.leave(block)
      return
    }
    const { before, after } = fragmentLooks(style)
    const isVisible = isVisibleFirst(style)
    const from = isVisible ? before : { ...before, opacity: 0 }
    // The other properties end at their values in the style sheets.
    const to = isVisible ? after : { opacity: opacityOf(this.#element(block)), ...after }
    this.#run(block, [from, to], appearDuration)
  }

  leave(block: BlockId): void {
    this.#run(block, [{}, hidden], appearDuration)
  }

  end(): void {
    for (const animation of this.#running.values()) animation.cancel()
    this.#running.clear()
  }

  #run(block: BlockId, frames: Keyframe[], duration: number): void {
    const before = this.#running.get(block)
    const animation = this.#element(block)?.animate(frames, { duration, fill: 'both', easing: 'ease' })
    before?.cancel()
    if (animation) this.#running.set(block, animation)
  }
}

function isVisibleFirst(style: string): boolean {
  return ['before', 'always'].includes(fragmentVisibility(style))
}

function opacityOf(element: HTMLElement | null): string {
  return element?.style.opacity || '1'
}

/**
 * Previews a slide's steps on the canvas; a step that waits for a press comes after a short delay. `element` returns a
 * block's element. `onStep` receives the number of each step (from 0), and null at the end. Returns a function that
 * stops the preview.
 */
export function playSteps(
  slide: Slide,
  element: (block: BlockId) => HTMLElement | null,
  onStep: (step: number | null) => void,
): () => void {
  const entries = entriesOf(slide)
  const numbers = stepNumbers(entries)
  const play = new StepPlay(element)
  for (const entry of entries) play.begin(entry)
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (): void => {
    clearTimeout(timer)
    play.end()
    onStep(null)
  }
  const take = (step: number): void => {
    onStep(step)
    entries.forEach((entry, index) => {
      if (numbers[index] === step) play.step(entry)
      else if (numbers[index] === step - 1 && fragmentVisibility(entry.style) === 'during') play.leave(entry.block)
    })
    next(step + 1)
  }
  const next = (step: number): void => {
    const head = entries[numbers.indexOf(step)]
    if (!head) timer = setTimeout(end, appearDuration + endDelay)
    else timer = setTimeout(() => take(step), head.start === 'after' ? head.delay : clickDelay)
  }
  next(0)
  return end
}
