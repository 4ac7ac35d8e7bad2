import { parseSlideHash, slideHash } from '../../../../document/slide-hash.ts'
import { openHostPort } from '../../../../player/host-port.ts'
import type { AppKey, ErrorCode, Move } from '../../../../player/messages.ts'
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
  /** Opens the print dialog of a printable document; other frames ignore it. */
  print(): void
  readonly frame: HTMLIFrameElement
}

/** Minimum time between two changes of the URL, in ms: browsers limit them. */
const URL_WRITE_INTERVAL = 300

type Slides = NonNullable<PageScriptData['slides']>

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

function announcer(slides: Slides): (position: DeckPosition) => void {
  const element = document.querySelector('[data-announcer]')
  return ({ h, v }) => {
    const number = slides.findIndex(([slideH, slideV]) => slideH === h && slideV === v) + 1
    if (element && number > 0) element.textContent = `Slide ${number} of ${slides.length}`
  }
}

/** Opens the message port to the deck frame, and keeps the URL hash and the deck's position in sync. */
export function openDeckView(data: PageScriptData): DeckView | null {
  const frame = document.querySelector<HTMLIFrameElement>('#deck-frame')
  if (!frame || !data.frameOrigin) return null
  const slides = data.slides ?? []
  const positions: ((position: DeckPosition) => void)[] = [announcer(slides)]
  const keys: ((key: AppKey) => void)[] = []
  const pointers: (() => void)[] = []
  const readies: ((count: number) => void)[] = []
  const errors: ((code: ErrorCode) => void)[] = []
  const writeUrl = urlWriter()
  let first = true
  let latest: DeckPosition | null = null
  let readyCount: number | null = null

  const port = openHostPort({
    frame,
    origin: data.frameOrigin,
    receive: (message) => {
      if (message.type === 'changed') {
        // The first position came from the URL, so nothing is written. A fast user may have moved before the port
        // opened: then the first message differs from the URL and is written.
        const initial = positionIn(slides, window.location.hash) ?? { h: 0, v: 0 }
        if (!first || initial.h !== message.h || initial.v !== message.v) writeUrl(message)
        first = false
        latest = message
        for (const listener of positions) listener(message)
      } else if (message.type === 'key') for (const listener of keys) listener(message.name)
      else if (message.type === 'pointer') for (const listener of pointers) listener()
      else if (message.type === 'ready') {
        readyCount = message.count
        for (const listener of readies) listener(message.count)
      } else if (message.type === 'error') {
        if (message.code === 'start-failed') showToast(genericError(), 'negative')
        for (const listener of errors) listener(message.code)
      }
    },
  })
  window.addEventListener('hashchange', () => {
    const wanted = positionIn(slides, window.location.hash)
    if (wanted) port.send({ type: 'goto', h: wanted.h, v: wanted.v, f: null })
  })
  return {
    frame,
    move: (to) => port.send({ type: 'move', to }),
    onPosition: (listener) => {
      if (latest) listener(latest)
      positions.push(listener)
    },
    onKey: (listener) => keys.push(listener),
    onPointer: (listener) => pointers.push(listener),
    onError: (listener) => errors.push(listener),
    print: () => port.send({ type: 'print' }),
    onReady: (listener) => {
      if (readyCount !== null) listener(readyCount)
      readies.push(listener)
    },
  }
}
