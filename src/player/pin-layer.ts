/** Pins of comments in a deck frame; loaded with the first message about them, so only on reviews. */
import type { Pin } from '../document/pins.ts'
import { nodeText } from '../document/text/node-text.ts'
import { type FramePin, type ListedBlock, type PinAnswer, type PinOrder, readPinOrder } from './pin-messages.ts'
import { pinOfSelection, rangeOfPin } from './pinned-words.ts'

/** Pause after the selection changes until the page gets it, in ms: well within its rate limit. */
const selectionPause = 200
/** Pause after slides change until pins are marked again, in ms. */
const redrawPause = 60

const names = { all: 'comment-pin', current: 'comment-pin-current' }
const styles = `
::highlight(${names.all}) { background-color: rgb(255 193 7 / 0.3); }
::highlight(${names.current}) { background-color: rgb(255 160 0 / 0.6); }
[data-comment-pin] { outline: 3px solid rgb(255 193 7 / 0.7); outline-offset: 4px; }
[data-comment-pin="current"] { outline-color: rgb(255 140 0); }
`

let layer: PinLayer | null = null

/** Handles a message of the page about pins. */
export function receivePins(json: string, send: (json: string) => void): void {
  layer ??= new PinLayer(send)
  layer.receive(json)
}

/** A pin with what it is pinned to; neither range nor element for words or blocks that are gone. */
interface Found {
  readonly pin: FramePin
  readonly element: Element | null
  readonly range: Range | null
}

class PinLayer {
  readonly #send: (json: string) => void
  #found: readonly Found[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #selected = 'null'
  #order: PinOrder | null = null

  constructor(send: (json: string) => void) {
    this.#send = send
    const style = document.createElement('style')
    style.textContent = styles
    document.head.append(style)
    document.addEventListener('selectionchange', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#tellSelection(), selectionPause)
    })
    document.addEventListener('click', (event) => this.#click(event))
    this.#followSlides()
  }

  /** Marks the pins again when slides are replaced by newer ones. */
  #followSlides(): void {
    const slides = document.querySelector('.slides')
    let timer: ReturnType<typeof setTimeout> | undefined
    const changes = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(() => this.#show(), redrawPause)
    })
    if (slides) changes.observe(slides, { childList: true, characterData: true, subtree: true })
  }

  receive(json: string): void {
    this.#order = readPinOrder(json) ?? this.#order
    this.#show()
  }

  #show(): void {
    const order = this.#order
    if (!order) return
    this.#found = order.pins.map((pin) => find(pin))
    this.#draw(order.current)
    const gone = this.#found.filter((one) => !isThere(one)).map(({ pin }) => pin.key)
    this.#answer({ gone, slide: order.slide, blocks: blocksOf(order.slide) })
  }

  #answer(answer: PinAnswer): void {
    this.#send(JSON.stringify(answer))
  }

  #draw(current: string | null): void {
    for (const element of document.querySelectorAll('[data-comment-pin]')) element.removeAttribute('data-comment-pin')
    for (const { pin, element } of this.#found) {
      if (pin.quote === '') element?.setAttribute('data-comment-pin', pin.key === current ? 'current' : '')
    }
    const registry = 'highlights' in CSS ? CSS.highlights : null
    if (!registry) return
    const ranges = this.#found.flatMap(({ pin, range }) => (range ? [{ range, isCurrent: pin.key === current }] : []))
    registry.set(names.all, new Highlight(...ranges.map(({ range }) => range)))
    registry.set(names.current, new Highlight(...ranges.filter((one) => one.isCurrent).map(({ range }) => range)))
  }

  #tellSelection(): void {
    const pin = pinOfSelection(document.getSelection(), this.#order?.longest ?? 0)
    const selected = pin && isBlockOfSlide(pin) ? pin : null
    const told = JSON.stringify(selected)
    if (told === this.#selected) return
    this.#selected = told
    this.#answer({ selected })
  }

  #click({ clientX: x, clientY: y, target }: MouseEvent): void {
    if (!document.getSelection()?.isCollapsed) return
    const holds = (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    const words = this.#found.find(({ range }) => range && [...range.getClientRects()].some(holds))
    const block = this.#found.find(({ pin, element }) => pin.quote === '' && element?.contains(target as Node))
    const found = words ?? block
    if (found) this.#answer({ mark: found.pin.key })
  }
}

function find(pin: FramePin): Found {
  const section = sectionOf(pin.slide)
  const element = section?.querySelector(`.block[data-block-id="${CSS.escape(pin.block)}"]`) ?? null
  return { pin, element, range: element && rangeOfPin(element, pin) }
}

function isThere({ pin, element, range }: Found): boolean {
  return pin.quote === '' ? element !== null : range !== null
}

function sectionOf(slide: string): Element | null {
  return document.querySelector(`.slides section[data-id="${CSS.escape(slide)}"]`)
}

function isBlockOfSlide({ block }: Pin): boolean {
  return document.querySelector(`.slides section .block[data-block-id="${CSS.escape(block)}"]`) !== null
}

function blocksOf(slide: string | null): ListedBlock[] {
  const all = slide === null ? [] : [...(sectionOf(slide)?.querySelectorAll('.block[data-block-id]') ?? [])]
  return all.slice(0, 100).map((element) => ({
    id: element.getAttribute('data-block-id') ?? '',
    text: nodeText<Node>(element).text.slice(0, 100),
    type: (element.getAttribute('data-block-type') ?? '').slice(0, 20),
  }))
}
