import type { Block, BlockId, Slide, SlideId } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'
import type { EditorModel } from '../state/editor-model.ts'
import type { OverflowKind } from '../state/overflow.ts'
import type { CanvasFrame } from './canvas-frame.ts'
import { type HiddenFrame, openHiddenFrame } from './hidden-frame.ts'
import { measuredOverflow, overflowGuess } from './overflow-of.ts'

/** How long the deck must be left alone before it is measured, in ms: typing comes first. */
const pause = 350

/**
 * Finds out on which slides content does not fit, and keeps it in the editor's state. It draws the slides that changed
 * in a frame that nobody sees, when there is time, and draws none of which it can be told without.
 * Returns what ends it.
 */
export function watchOverflow(model: EditorModel): () => void {
  const watch = new OverflowWatch(model)
  const end = model.subscribe(() => watch.look())
  watch.look()
  return () => {
    end()
    watch.close()
  }
}

interface Measured {
  readonly font: string
  readonly blocks: Readonly<Record<BlockId, OverflowKind>>
}

class OverflowWatch {
  readonly #model: EditorModel
  readonly #known = new WeakMap<Slide, Measured>()
  #slides: Readonly<Record<SlideId, Slide>> | null = null
  #settings: DeckSettings | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #hidden: HiddenFrame | null = null
  #running = false
  #closed = false

  constructor(model: EditorModel) {
    this.#model = model
  }

  look(): void {
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
        // Drawing a slide takes longer than a frame or a key may: what the author does comes first.
        if (this.#slides !== slides || this.#model.getState().gesture !== null) return this.#later()
        const frame = await this.#openFrame()
        if (!frame) return
        await this.#measure(slide, frame)
      }
    } finally {
      this.#running = false
    }
    if (!this.#closed) this.#tell()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#run(), pause)
  }

  /** A slide that was not measured as it is now. */
  #next(): Slide | null {
    const { slides, settings } = this.#model.getState().deck
    for (const slide of Object.values(slides)) {
      if (this.#known.get(slide)?.font === settings.theme_font) continue
      const guesses = slide.blocks.map((block) => [block.id, overflowGuess(block)] as const)
      if (guesses.some(([, guess]) => guess === 'unknown')) return slide
      this.#known.set(slide, { font: settings.theme_font, blocks: onlyOver(guesses) })
    }
    return null
  }

  async #measure(slide: Slide, frame: CanvasFrame): Promise<void> {
    const { settings } = this.#model.getState().deck
    frame.show(slide, settings)
    // The first layout asks for the faces that the slide is set in.
    frame.view.section.getBoundingClientRect()
    await frame.document.fonts.ready
    frame.view.settle()
    const found = slide.blocks.map((block) => [block.id, overflowIn(frame, block)] as const)
    this.#known.set(slide, { font: settings.theme_font, blocks: onlyOver(found) })
    // One slide at a time: what the person does meanwhile comes in between.
    await idle()
  }

  #tell(): void {
    const { deck, overflow } = this.#model.getState()
    const found = Object.values(deck.slides).flatMap((slide) => {
      const blocks = this.#known.get(slide)?.blocks ?? {}
      return Object.keys(blocks).length === 0 ? [] : [[slide.id, blocks] as const]
    })
    const next = Object.fromEntries(found)
    if (JSON.stringify(next) !== JSON.stringify(overflow)) this.#model.show({ overflow: next })
  }

  /** Null when it can't be had now: the next change of the deck tries again. */
  async #openFrame(): Promise<CanvasFrame | null> {
    this.#hidden ??= openHiddenFrame()
    return this.#hidden.frame.catch(() => {
      this.#hidden?.remove()
      this.#hidden = null
      return null
    })
  }
}

/** Waits until the browser has nothing else to do, for a second at most. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 1000 })
    else setTimeout(resolve)
  })
}

function overflowIn(frame: CanvasFrame, block: Block): OverflowKind | 'fits' {
  const guess = overflowGuess(block)
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
