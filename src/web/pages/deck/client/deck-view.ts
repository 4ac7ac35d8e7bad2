import { parseSlideHash, slideHash } from '../../../../document/slide-hash.ts'
import { type HostPort, openHostPort } from '../../../../player/host-port.ts'
import type { AppKey, ErrorCode, Move, UpMessage } from '../../../../player/messages.ts'
import type { SlidesMessage } from '../../../../player/slides-message.ts'
import { genericError } from '../../../../rules/messages.ts'
import type { PageScriptData } from './page-script-data.ts'
import { showToast } from './toast.ts'

/** The position of the current slide; indices from 0. */
export interface DeckPosition {
  readonly h: number
  readonly v: number
}

/** The page's interface to the deck frame. */
export interface DeckView {
  move(to: Move): void
  /** Calls the listener with the position, at once if it is known, and after each change. */
  onPosition(listener: (position: DeckPosition) => void): void
  onKey(listener: (key: AppKey) => void): void
  /** Calls the listener while the pointer moves over the deck, where the page gets no pointer events. */
  onPointer(listener: () => void): void
  /** Calls the listener once the deck is ready. */
  onReady(listener: (count: number) => void): void
  /** Calls the listener when the deck reports an error. */
  onError(listener: (code: ErrorCode) => void): void
  /** Says something about pins of comments, and listens to what the frame says about them; see pin-messages.ts. */
  sendPins(json: string): void
  onPins(listener: (json: string) => void): void
  /** Opens the print dialog of a printable document; other frames ignore it. */
  print(): void
  /** Listens to another frame of the deck, with its slides, and removes the current one. For DeckSwap. */
  adopt(frame: HTMLIFrameElement, port: HostPort, slides: Slides): void
  /** Shows new content of slides in the present frame; `slides`: all of the deck. */
  showSlides(message: SlidesMessage, slides: Slides): void
  /** Handles a message of the adopted frame. */
  receive(message: UpMessage): void
  /** The current position and slides. */
  shown(): { readonly position: DeckPosition | null; readonly slides: Slides }
  readonly frame: HTMLIFrameElement
}

/** Minimum time between two changes of the URL, in ms: browsers limit them. */
const URL_WRITE_INTERVAL = 300

/** Each slide's indices and data-id, in order. */
export type Slides = NonNullable<PageScriptData['slides']>

/** The position a URL hash names, by indices or by a slide's id. */
function positionIn(slides: Slides, hash: string): DeckPosition | null {
  const indices = parseSlideHash(hash)
  if (indices) return { h: indices.h, v: indices.v }
  const name = hash.replace(/^#\/?/, '').split('/')[0]
  const slide = slides.find(([, , id]) => id === name)
  return slide ? { h: slide[0], v: slide[1] } : null
}

/** Returns a function that writes the position to the URL hash. The first slide has no hash. */
function urlWriter(): (position: DeckPosition) => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let latest: DeckPosition | null = null
  const write = (): void => {
    timer = null
    if (!latest) return
    const isFirst = latest.h === 0 && latest.v === 0
    const hash = isFirst ? '' : slideHash(latest)
    if (hash !== window.location.hash)
      history.replaceState(history.state, '', window.location.pathname + window.location.search + hash)
  }
  return (position) => {
    latest = position
    if (timer === null) timer = setTimeout(write, URL_WRITE_INTERVAL)
  }
}

function announcer(shown: () => Slides): (position: DeckPosition) => void {
  const element = document.querySelector('[data-announcer]')
  return ({ h, v }) => {
    const slides = shown()
    const number = slides.findIndex(([slideH, slideV]) => slideH === h && slideV === v) + 1
    if (element && number > 0) element.textContent = `Slide ${number} of ${slides.length}`
  }
}

/** Opens the message port to the deck frame, and keeps the URL hash and the deck's position in sync. */
export function openDeckView(data: PageScriptData): DeckView | null {
  const frame = document.querySelector<HTMLIFrameElement>('#deck-frame')
  return frame && data.frameOrigin ? new PageDeckView(frame, data.frameOrigin, data.slides ?? []) : null
}

class PageDeckView implements DeckView {
  frame: HTMLIFrameElement
  readonly #positions: ((position: DeckPosition) => void)[]
  readonly #keys: ((key: AppKey) => void)[] = []
  readonly #pointers: (() => void)[] = []
  readonly #readies: ((count: number) => void)[] = []
  readonly #errors: ((code: ErrorCode) => void)[] = []
  readonly #pins: ((json: string) => void)[] = []
  readonly #writeUrl = urlWriter()
  #slides: Slides
  #first = true
  #latest: DeckPosition | null = null
  #readyCount: number | null = null
  #port: HostPort

  constructor(frame: HTMLIFrameElement, origin: string, slides: Slides) {
    this.frame = frame
    this.#slides = slides
    this.#positions = [announcer(() => this.#slides)]
    this.#port = openHostPort({ frame, origin, receive: this.receive })
    window.addEventListener('hashchange', () => {
      const wanted = positionIn(this.#slides, window.location.hash)
      if (wanted) this.#port.send({ type: 'goto', h: wanted.h, v: wanted.v, f: null })
    })
  }

  receive = (message: UpMessage): void => {
    if (message.type === 'changed') {
      // The first position came from the URL, so nothing is written. A fast user may have moved before the port
      // opened: then the first message differs from the URL and is written.
      const initial = positionIn(this.#slides, window.location.hash) ?? { h: 0, v: 0 }
      if (!this.#first || initial.h !== message.h || initial.v !== message.v) this.#writeUrl(message)
      this.#first = false
      this.#latest = message
      for (const listener of this.#positions) listener(message)
    } else if (message.type === 'key') for (const listener of this.#keys) listener(message.name)
    else if (message.type === 'pointer') for (const listener of this.#pointers) listener()
    else if (message.type === 'pins') for (const listener of this.#pins) listener(message.json)
    else if (message.type === 'ready') {
      this.#readyCount = message.count
      for (const listener of this.#readies) listener(message.count)
    } else if (message.type === 'error') {
      if (message.code === 'start-failed') showToast(genericError(), 'negative')
      for (const listener of this.#errors) listener(message.code)
    }
  }

  shown = () => ({ position: this.#latest, slides: this.#slides })

  adopt = (frame: HTMLIFrameElement, port: HostPort, slides: Slides): void => {
    this.#port.close()
    frame.id = this.frame.id
    this.frame.remove()
    this.frame = frame
    this.#port = port
    this.#slides = slides
  }

  showSlides = (message: SlidesMessage, slides: Slides): void => {
    this.#slides = slides
    this.#port.send({ type: 'slides', json: JSON.stringify(message) })
  }

  move = (to: Move): void => {
    this.#port.send({ type: 'move', to })
  }

  onPosition = (listener: (position: DeckPosition) => void): void => {
    if (this.#latest) listener(this.#latest)
    this.#positions.push(listener)
  }

  onKey = (listener: (key: AppKey) => void): void => {
    this.#keys.push(listener)
  }

  onPointer = (listener: () => void): void => {
    this.#pointers.push(listener)
  }

  onError = (listener: (code: ErrorCode) => void): void => {
    this.#errors.push(listener)
  }

  sendPins = (json: string): void => {
    this.#port.send({ type: 'pins', json })
  }

  onPins = (listener: (json: string) => void): void => {
    this.#pins.push(listener)
  }

  print = (): void => {
    this.#port.send({ type: 'print' })
  }

  onReady = (listener: (count: number) => void): void => {
    if (this.#readyCount !== null) listener(this.#readyCount)
    this.#readies.push(listener)
  }
}
