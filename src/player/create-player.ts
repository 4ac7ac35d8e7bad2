import Reveal, { type RevealApi } from 'reveal.js'
import { type BlockStage, players } from '../blocks/players.ts'
import type { SlidePosition } from '../document/types.ts'
import { takeBackgroundFrames } from './background-frames.ts'
import type { AppKey, ErrorCode, Move } from './messages.ts'
import { modes } from './modes.ts'
import { createMuting } from './muting.ts'
import { prepareSlides } from './prepare-slides.ts'
import { revealOptions } from './reveal-options.ts'
import type { PlayerSettings } from './settings.ts'
import { followSlideLinks } from './slide-links.ts'

/** Where a deck stands: indices from 0; f is -1 before the first fragment, null on a slide without any. */
export interface PlayerState {
  readonly h: number
  readonly v: number
  readonly f: number | null
  readonly paused: boolean
  readonly overview: boolean
}

/** A deck that is being shown. */
export interface Player {
  /** Slides in the deck, those in stacks counted one by one. */
  readonly count: number
  state(): PlayerState
  goto(h: number, v: number, f: number | null): void
  move(to: Move): void
  pause(on: boolean): void
  overview(on: boolean): void
  setMuted(on: boolean): void
  /** Takes everything back that the player did to the page. */
  destroy(): void
}

export interface PlayerOptions {
  /** The `.reveal` element; its slides are in the `.slides` element inside. */
  readonly root: HTMLElement
  readonly settings: PlayerSettings
  /** The slide to begin with; the first when null. */
  readonly start: SlidePosition | null
  /** Called after every step, pause and change of view. */
  readonly onChange: (state: PlayerState) => void
  /** A key that belongs to the page around the deck. */
  readonly onKey: (key: AppKey) => void
  readonly onError: (code: ErrorCode) => void
}

const steps = ['slidechanged', 'fragmentshown', 'fragmenthidden']
const changes = [...steps, 'paused', 'resumed', 'overviewshown', 'overviewhidden']

/** The keys by `KeyboardEvent.key`, in lower case. */
const keyNames = new Map<string, AppKey>([
  ['escape', 'escape'],
  ['e', 'e'],
])

function readState(reveal: RevealApi): PlayerState {
  const { h, v, f } = reveal.getIndices()
  return { h: h ?? 0, v: v ?? 0, f: f ?? null, paused: reveal.isPaused(), overview: reveal.isOverview() }
}

function moveTo(reveal: RevealApi, to: Move): void {
  if (to === 'first') reveal.slide(0)
  else if (to === 'last') reveal.slide(reveal.getHorizontalSlides().length - 1)
  else reveal[to]()
}

function reportKeys(onKey: PlayerOptions['onKey']): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const name = keyNames.get(event.key.toLowerCase())
    if (!name || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat) return
    const target = event.target
    const typing =
      target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
    if (!typing) onKey(name)
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

function stageFor(reveal: RevealApi, onError: PlayerOptions['onError']): BlockStage {
  return {
    onStep: (listener) => {
      const step = (): void => {
        const slide = reveal.getCurrentSlide()
        if (slide) listener(slide)
      }
      for (const change of steps) reveal.on(change, step)
      step()
    },
    fail: onError,
  }
}

/** Lets each block type that does something when shown do it; what it needs is loaded only when the deck has such blocks. */
function startBlocks(slides: HTMLElement, stage: BlockStage): void {
  for (const player of Object.values(players)) {
    const elements = player ? Array.from(slides.querySelectorAll<HTMLElement>(player.selector)) : []
    if (!player || elements.length === 0) continue
    player.load().then(
      (show) => show(elements, stage),
      () => {
        if (player.failure) stage.fail(player.failure)
      },
    )
  }
}

/**
 * Shows a deck. The only place that starts reveal.js: everything it would do with other windows, addresses or
 * strings of markup is off, and done here with elements and checked values.
 */
export async function createPlayer(options: PlayerOptions): Promise<Player> {
  const { root, settings, start, onChange, onKey, onError } = options
  const mode = modes[settings.mode]
  const slides = root.querySelector<HTMLElement>('.slides')
  if (!slides) throw new Error('The deck has no .slides element')

  prepareSlides(slides, settings)
  for (const player of Object.values(players)) {
    player?.prepare?.(Array.from(slides.querySelectorAll<HTMLElement>(player.selector)))
  }
  const frames = takeBackgroundFrames(slides)
  const muting = createMuting(root)
  const reveal = new Reveal(root, revealOptions(settings, mode))
  const report = (): void => onChange(readState(reveal))
  const showFrame = (): void => frames.show(reveal.getCurrentSlide())
  for (const change of changes) reveal.on(change, report)
  reveal.on('slidechanged', showFrame)

  // reveal.js reads where to begin from the address, before it draws anything: no slide flashes by.
  if (start) history.replaceState(null, '', `#/${start.h}/${start.v}`)
  await reveal.initialize()
  showFrame()
  const stopLinks = followSlideLinks(root, slides, ({ h, v }) => reveal.slide(h, v))
  const stopKeys = reportKeys(onKey)
  startBlocks(slides, stageFor(reveal, onError))

  return {
    count: reveal.getTotalSlides(),
    state: () => readState(reveal),
    goto: (h, v, f) => reveal.slide(h, v, f ?? undefined),
    move: (to) => moveTo(reveal, to),
    pause: (on) => {
      if (on !== reveal.isPaused()) reveal.togglePause(on)
    },
    overview: (on) => {
      if (mode.overview && on !== reveal.isOverview()) reveal.toggleOverview(on)
    },
    setMuted: muting.set,
    destroy: () => {
      stopLinks()
      stopKeys()
      muting.destroy()
      frames.destroy()
      reveal.destroy()
    },
  }
}
