/** Script of a deck frame: starts the player and connects it to the parent page. */
import type { PlayerSettings } from '../document/output/frame-types.ts'
import { createPlayer, type Player, type PlayerReport } from './create-player.ts'
import type { EarlyKeys } from './early-keys.ts'
import { type FramePort, openFramePort } from './frame-port.ts'
import type { DownMessage } from './messages.ts'
import { positionOfHash } from './position-of-hash.ts'
import { throttleLatest } from './throttle-latest.ts'
import './frame.css'

/** Minimum interval between state reports, in ms: well below the parent's rate limit. */
const REPORT_EVERY = 33
/** Minimum interval between pointer reports, in ms. */
const POINTER_EVERY = 400

function readSettings(): PlayerSettings {
  return JSON.parse(document.getElementById('player-settings')?.textContent ?? '') as PlayerSettings
}

type Handlers = { readonly [T in DownMessage['type']]: (player: Player, message: DownMessage & { type: T }) => void }

const handlers: Omit<Handlers, 'ask-state' | 'pins'> = {
  goto: (player, { h, v, f }) => player.goto(h, v, f),
  follow: (player, state) => player.follow(state),
  peek: (player, { h, v, f }) => player.peek(h, v, f),
  move: (player, { to }) => player.move(to),
  pause: (player, { on }) => player.pause(on),
  overview: (player, { on }) => player.overview(on),
  'set-muted': (player, { on }) => player.setMuted(on),
  screen: (player, { color }) => player.setScreen(color),
  light: (player, { on, x, y }) => player.laserPointer.show(on ? { x, y } : null),
  options: (player, options) => player.setOptions(options),
  slides: (player, { json }) => player.showSlides(json),
  // Only the printable document prints.
  print: () => {},
}

interface Reports {
  state(report: PlayerReport): void
  pins(json: string): void
}

/** Pins are marked on reviews only. A frame that cannot load the code shows none. */
async function showPins(json: string, send: Reports['pins']): Promise<void> {
  const layer = await import('./pin-layer.ts').catch(() => null)
  layer?.receivePins(json, send)
}

function handleMessage(player: Player, message: DownMessage, report: Reports): void {
  if (message.type === 'ask-state') report.state({ ...player.state(), own: false })
  else if (message.type === 'pins') void showPins(message.json, report.pins)
  else (handlers[message.type] as (player: Player, message: DownMessage) => void)(player, message)
}

/** External fonts load without blocking: until then the deck uses its fallback fonts. */
function loadFontStyles(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

/** The result of the keys so far; from now on the player handles keys. */
function takeEarlyKeys(): ReturnType<EarlyKeys['end']> {
  return (window as { earlyKeys?: EarlyKeys }).earlyKeys?.end() ?? { at: null, queued: [] }
}

/** Sends the player's state to the page, at most every REPORT_EVERY ms. */
function stateReporter(port: FramePort): (report: PlayerReport) => void {
  return throttleLatest(
    REPORT_EVERY,
    (report: PlayerReport) => port.send({ type: 'changed', ...report }),
    // A user's step is reported even if the page moved the deck right after: the page may not know of the step yet.
    (next, waiting) => next.own || !waiting.own,
  )
}

/** Notifies the page that the pointer moves, at most every POINTER_EVERY ms. */
function reportPointerMoves(port: FramePort): void {
  const reportPointer = throttleLatest(POINTER_EVERY, () => port.send({ type: 'pointer' }))
  document.addEventListener('pointermove', () => reportPointer(undefined), { passive: true })
}

async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>('.reveal')
  const slides = root?.querySelector('.slides')
  if (!root || !slides) return
  const settings = readSettings()
  let player: Player | null = null
  let queued: DownMessage[] = []
  let failed = false

  // Waits for the first paint, so that the slide is readable while the player starts. The parent page is not called
  // before the paint either, since the call would keep it busy.
  await (window as { firstPaint?: Promise<void> }).firstPaint
  const port = openFramePort({
    origins: settings.origins,
    receive: (message) => {
      if (player) handleMessage(player, message, reports)
      else queued = [...queued, message].slice(-20)
    },
    onConnect: () => {
      if (player) sendReady(player)
      else if (failed) port.send({ type: 'error', code: 'start-failed' })
    },
  })
  const report = stateReporter(port)
  const reports: Reports = { state: report, pins: (json) => port.send({ type: 'pins', json }) }
  reportPointerMoves(port)
  const sendReady = (ready: Player): void => {
    port.send({ type: 'ready', count: ready.count })
    report({ ...ready.state(), own: false })
  }
  const early = takeEarlyKeys()
  try {
    player = await createPlayer({
      root,
      settings,
      // The page passes its own hash on to the frame's URL.
      start: early.at === null ? positionOfHash(window.location.hash, slides) : { h: early.at, v: 0 },
      onChange: report,
      onKey: (name) => port.send({ type: 'key', name }),
      onEdge: (near) => port.send({ type: 'edge', near }),
      onError: (code) => port.send({ type: 'error', code }),
    })
  } catch (error) {
    failed = true
    port.send({ type: 'error', code: 'start-failed' })
    throw error
  }
  document.documentElement.classList.add('started')
  loadFontStyles(settings.fontStyles)
  sendReady(player)
  for (const message of queued) handleMessage(player, message, reports)
  for (const event of early.queued) document.dispatchEvent(new KeyboardEvent(event.type, event))
  await player.rendered
  // Screenshots of slides wait for this class.
  document.documentElement.classList.add('ready')
}

void start()
