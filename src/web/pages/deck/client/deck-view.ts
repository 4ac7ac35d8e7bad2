import { parseSlideHash, slideHash } from '../../../../document/slide-hash.ts'
import { openHostPort } from '../../../../player/host-port.ts'
import type { AppKey, ErrorCode, Move } from '../../../../player/messages.ts'
import { genericError } from '../../../../rules/messages.ts'
import { flash } from './flash.ts'
import type { PageScriptData } from './page-script-data.ts'

/** Where the deck stands; indices from 0. */
export interface DeckPosition {
  readonly h: number
  readonly v: number
}

/** The deck in its frame, as the page sees it. */
export interface DeckView {
  move(to: Move): void
  /** Calls back with where the deck is, now if that is known, and after each step. */
  onPosition(listener: (position: DeckPosition) => void): void
  onKey(listener: (key: AppKey) => void): void
  /** Calls back while the pointer moves over the deck; the page itself is not told of it. */
  onPointer(listener: () => void): void
  /** Calls back once the deck can be used. */
  onReady(listener: (count: number) => void): void
  /** Calls back when the deck could not do something. */
  onError(listener: (code: ErrorCode) => void): void
  /** Opens the print dialog of the printable document; other frames do nothing. */
  print(): void
  readonly frame: HTMLIFrameElement
}

/** The address is written at most this often, in ms: browsers refuse more. */
const ADDRESS_EVERY = 300

type Slides = NonNullable<PageScriptData['slides']>

/** Where an address leads: by indices, or by a slide's own name. */
export function positionIn(slides: Slides, hash: string): DeckPosition | null {
  const indices = parseSlideHash(hash)
  if (indices) return { h: indices.h, v: indices.v }
  const name = hash.replace(/^#\/?/, '').split('/')[0]
  const slide = slides.find(([, , id]) => id === name)
  return slide ? { h: slide[0], v: slide[1] } : null
}

/** Keeps the page's address at the slide that is shown. The first slide of a deck needs no hash, unless it has one already. */
function addressWriter(): (position: DeckPosition) => void {
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
    if (timer === null) timer = setTimeout(write, ADDRESS_EVERY)
  }
}

function announcer(slides: Slides): (position: DeckPosition) => void {
  const element = document.querySelector('[data-announcer]')
  return ({ h, v }) => {
    const number = slides.findIndex(([slideH, slideV]) => slideH === h && slideV === v) + 1
    if (element && number > 0) element.textContent = `Slide ${number} of ${slides.length}`
  }
}

/** Joins the page to its deck: the address follows the deck and the deck follows the address. */
export function openDeckView(data: PageScriptData): DeckView | null {
  const frame = document.querySelector<HTMLIFrameElement>('#deck-frame')
  if (!frame || !data.frameOrigin) return null
  const slides = data.slides ?? []
  const positions: ((position: DeckPosition) => void)[] = [announcer(slides)]
  const keys: ((key: AppKey) => void)[] = []
  const pointers: (() => void)[] = []
  const readies: ((count: number) => void)[] = []
  const errors: ((code: ErrorCode) => void)[] = []
  const writeAddress = addressWriter()
  let first = true
  let latest: DeckPosition | null = null
  let readyCount: number | null = null

  const port = openHostPort({
    frame,
    origin: data.frameOrigin,
    receive: (message) => {
      if (message.type === 'changed') {
        // The position it starts with came from the address, or is the first: nothing to write. Somebody quick may
        // have gone on before the page and its deck had found each other; then the first word is of where they are.
        const begun = positionIn(slides, window.location.hash) ?? { h: 0, v: 0 }
        if (!first || begun.h !== message.h || begun.v !== message.v) writeAddress(message)
        first = false
        latest = message
        for (const listener of positions) listener(message)
      } else if (message.type === 'key') for (const listener of keys) listener(message.name)
      else if (message.type === 'pointer') for (const listener of pointers) listener()
      else if (message.type === 'ready') {
        readyCount = message.count
        for (const listener of readies) listener(message.count)
      } else if (message.type === 'error') {
        if (message.code === 'start-failed') flash(genericError(), 'negative')
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
