/** The script of the deck frame's document: starts the player and joins it to the page around it. */
import { createPlayer, type Player, type PlayerState } from './create-player.ts'
import type { EarlyKeys } from './early-keys.ts'
import { openFramePort } from './frame-port.ts'
import type { DownMessage } from './messages.ts'
import { positionOfHash } from './position-of-hash.ts'
import { latestEvery } from './rate-of-changes.ts'
import type { PlayerSettings } from './settings.ts'
import './frame.css'

/** Positions are reported at most this often, in ms: well under what the page takes. */
const REPORT_EVERY = 33
/** That the pointer is over the deck is told at most this often, in ms. */
const POINTER_EVERY = 400

function readSettings(): PlayerSettings {
  return JSON.parse(document.getElementById('player-settings')?.textContent ?? '') as PlayerSettings
}

function obey(player: Player, message: DownMessage, tellState: (state: PlayerState) => void): void {
  if (message.type === 'goto') player.goto(message.h, message.v, message.f)
  else if (message.type === 'move') player.move(message.to)
  else if (message.type === 'pause') player.pause(message.on)
  else if (message.type === 'overview') player.overview(message.on)
  else if (message.type === 'set-muted') player.setMuted(message.on)
  else tellState(player.state())
}

/** Fonts from outside come when they come: the deck is there before, in the fonts it has. */
function loadFontStyles(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    document.head.append(link)
  }
}

/** What the keys pressed so far have led to; from now on keys are the player's. */
function takeEarlyKeys(): ReturnType<EarlyKeys['end']> {
  return (window as { earlyKeys?: EarlyKeys }).earlyKeys?.end() ?? { at: null, kept: [] }
}

async function start(): Promise<void> {
  const root = document.querySelector<HTMLElement>('.reveal')
  const slides = root?.querySelector('.slides')
  if (!root || !slides) return
  const settings = readSettings()
  let player: Player | null = null
  let waiting: DownMessage[] = []
  let failed = false

  // Starting takes longer than painting, and the slide is there to be read meanwhile. The page around the frame is not
  // called before that either: it gets busy then.
  await (window as { firstPaint?: Promise<void> }).firstPaint
  const port = openFramePort({
    origins: settings.origins,
    receive: (message) => {
      if (player) obey(player, message, tell)
      else waiting = [...waiting, message].slice(-20)
    },
    onConnect: () => {
      if (player) greet(player)
      else if (failed) port.send({ type: 'error', code: 'start-failed' })
    },
  })
  const tell = latestEvery(REPORT_EVERY, (state: PlayerState) => port.send({ type: 'changed', ...state }))
  const tellPointer = latestEvery(POINTER_EVERY, () => port.send({ type: 'pointer' }))
  document.addEventListener('pointermove', () => tellPointer(undefined), { passive: true })
  const greet = (ready: Player): void => {
    port.send({ type: 'ready', count: ready.count })
    tell(ready.state())
  }
  const early = takeEarlyKeys()
  try {
    player = await createPlayer({
      root,
      settings,
      // The page gives its own hash on to the frame's address.
      start: early.at === null ? positionOfHash(window.location.hash, slides) : { h: early.at, v: 0 },
      onChange: tell,
      onKey: (name) => port.send({ type: 'key', name }),
      onError: (code) => port.send({ type: 'error', code }),
    })
  } catch (error) {
    failed = true
    port.send({ type: 'error', code: 'start-failed' })
    throw error
  }
  document.documentElement.classList.add('started')
  loadFontStyles(settings.fontStyles)
  greet(player)
  for (const message of waiting) obey(player, message, tell)
  for (const event of early.kept) document.dispatchEvent(new KeyboardEvent(event.type, event))
}

void start()
