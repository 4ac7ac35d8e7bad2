import type { Pin } from '../../../../document/pins.ts'
import { type FramePin, type PinOrder, readPinAnswer } from '../../../../player/pin-messages.ts'
import { limits } from '../../../../rules/limits.ts'
import { createStore } from '../../../../ui/store.ts'
import {
  blockLabel,
  type PagePins,
  type PinnableBlock,
  type ShownPin,
} from '../../../features/collaboration/page-pins.ts'
import type { DeckView } from './deck-view.ts'

/** The pins of comments on a review, whose slides are in the frame of another origin. */
export class ReviewPins implements PagePins {
  readonly selected = createStore<Pin | null>(null)
  readonly gone = createStore<ReadonlySet<string>>(new Set())
  readonly #view: DeckView
  readonly #slide: () => string | null
  readonly version: () => number
  readonly #listeners = new Set<(key: string) => void>()
  #order: PinOrder = { pins: [], current: null, slide: null, longest: limits.comment.quote }
  #blocks: { readonly slide: string | null; readonly list: readonly PinnableBlock[] } = { slide: null, list: [] }
  #waiting: (() => void)[] = []

  constructor(view: DeckView, shown: { slide(): string | null; version(): number }) {
    this.#view = view
    this.#slide = shown.slide
    this.version = shown.version
    view.onPins((json) => this.#receive(json))
    // Each newer version of the deck is another frame.
    view.onReady(() => this.#send())
  }

  #send(): void {
    this.#order = { ...this.#order, slide: this.#slide() }
    this.#view.sendPins(JSON.stringify(this.#order))
  }

  #receive(json: string): void {
    const said = readPinAnswer(json, limits.comment.quote)
    if (!said) return
    if ('selected' in said) this.selected.set(said.selected)
    else if ('mark' in said) for (const listener of this.#listeners) listener(said.mark)
    else {
      this.gone.set(new Set(said.gone))
      const list = said.blocks.map(({ id, text, type }) => ({ id, label: blockLabel(text, nameOfType(type)) }))
      this.#blocks = { slide: said.slide, list }
      for (const done of this.#waiting.splice(0)) done()
    }
  }

  show(pins: readonly ShownPin[], current: string | null): void {
    const all = pins.map(({ key, slideId, pin: { block: id, quote, offset } }): FramePin => {
      return { key, slide: slideId, block: id, quote, offset }
    })
    this.#order = { ...this.#order, pins: all, current }
    this.#send()
  }

  async blocks(): Promise<readonly PinnableBlock[]> {
    const answered = new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#send()
    await answered
    return this.#blocks.slide === this.#slide() ? this.#blocks.list : []
  }

  onPress(listener: (key: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Only known types are shown by name: the frame may say anything. */
function nameOfType(type: string): string {
  return /^[a-z]{1,12}$/.test(type) ? type[0]!.toUpperCase() + type.slice(1) : 'Block'
}
