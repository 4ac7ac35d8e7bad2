import type { Block, BlockId, Slide, SlideId } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import { type SlideSize, slideSizeOf, standardSlide } from '../../rules/slide-size.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { OverflowKind } from '../state/overflow.ts'
import type { CanvasFrame } from './canvas-frame.ts'
import { type HiddenFrame, openHiddenFrame } from './hidden-frame.ts'
import { measuredOverflow, overflowGuess } from './overflow-of.ts'

/** The delay after the last change before slides are measured, in ms, so that measuring does not slow down typing. */
const pause = 350

/**
 * Finds slides with overflowing content and stores them in the editor's state. Changed slides are drawn in an
 * invisible frame when the browser is idle, unless their overflow can be computed. Returns the cleanup function.
 */
export function watchOverflow(model: EditorModel): () => void {
  const watch = new OverflowWatch(model)
  const end = model.subscribe(() => watch.check())
  watch.check()
  return () => {
    end()
    watch.close()
  }
}

interface Measured {
  readonly shape: string
  readonly blocks: Readonly<Record<BlockId, OverflowKind>>
}

class OverflowWatch {
  readonly #model: EditorModel
  readonly #results = new WeakMap<Slide, Measured>()
  #slides: Readonly<Record<SlideId, Slide>> | null = null
  #settings: DeckSettings | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hidden: HiddenFrame | null = null
  #running = false
  #closed = false

  constructor(model: EditorModel) {
    this.#model = model
  }

  check(): void {
    const { slides, settings } = this.#model.getState().deck
    if (slides === this.#slides && settings === this.#settings) return
    this.#slides = slides
    this.#settings = settings
    this.#later()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#hidden?.remove()
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    const slides = this.#slides
    try {
      for (let slide = this.#next(); slide && !this.#closed; slide = this.#next()) {
        // Drawing a slide can take longer than a frame: measuring stops while the author is active.
        if (this.#slides !== slides || this.#model.getState().gesture !== null) return this.#later()
        const frame = await this.#openFrame()
        if (!frame) return
        await this.#measure(slide, frame)
      }
    } finally {
      this.#running = false
    }
    if (!this.#closed) this.#publish()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), pause)
  }

  /** A slide that has to be measured; null if none. */
  #next(): Slide | null {
    const { slides, settings } = this.#model.getState().deck
    for (const slide of Object.values(slides)) {
      if (this.#results.get(slide)?.shape === shapeOf(settings)) continue
      const guesses = slide.blocks.map(
        (block) => [block.id, overflowGuess(block, slideSizeOf(settings.slide_size))] as const,
      )
      if (guesses.some(([, guess]) => guess === 'unknown')) return slide
      this.#results.set(slide, { shape: shapeOf(settings), blocks: onlyOver(guesses) })
    }
    return null
  }

  async #measure(slide: Slide, frame: CanvasFrame): Promise<void> {
    const { settings } = this.#model.getState().deck
    frame.show(slide, settings)
    // The first layout requests the slide's fonts.
    frame.view.section.getBoundingClientRect()
    await frame.document.fonts.ready
    frame.view.settle()
    const found = slide.blocks.map(
      (block) => [block.id, overflowIn(frame, block, slideSizeOf(settings.slide_size))] as const,
    )
    this.#results.set(slide, { shape: shapeOf(settings), blocks: onlyOver(found) })
    // Input is handled between slides.
    await idle()
  }

  #publish(): void {
    const { deck, overflow } = this.#model.getState()
    const found = Object.values(deck.slides).flatMap((slide) => {
      const blocks = this.#results.get(slide)?.blocks ?? {}
      return Object.keys(blocks).length === 0 ? [] : [[slide.id, blocks] as const]
    })
    const next = Object.fromEntries(found)
    if (JSON.stringify(next) !== JSON.stringify(overflow)) this.#model.show({ overflow: next })
  }

  /** Null if the frame's page cannot be loaded. The next change of the deck retries. */
  async #openFrame(): Promise<CanvasFrame | null> {
    this.#hidden ??= openHiddenFrame(standardSlide)
    return this.#hidden.frame.catch(() => {
      this.#hidden?.remove()
      this.#hidden = null
      return null
    })
  }
}

/** The settings that text's place depends on. */
function shapeOf({ theme_font, slide_size }: DeckSettings): string {
  return `${theme_font} ${slide_size}`
}

/** Waits until the browser is idle, for a second at most. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 1000 })
    else setTimeout(resolve)
  })
}

function overflowIn(frame: CanvasFrame, block: Block, size: SlideSize): OverflowKind | 'fits' {
  const guess = overflowGuess(block, size)
  if (guess !== 'unknown') return guess
  const wrapper = frame.view.elementOf(block.id)
  return (wrapper && measuredOverflow(wrapper, block)) ?? 'fits'
}

function onlyOver(
  entries: readonly (readonly [BlockId, OverflowKind | 'fits' | 'unknown'])[],
): Readonly<Record<BlockId, OverflowKind>> {
  return Object.fromEntries(
    entries.filter((entry): entry is [BlockId, OverflowKind] => entry[1] !== 'fits' && entry[1] !== 'unknown'),
  )
}
