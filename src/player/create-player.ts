import Reveal, { type RevealApi } from 'reveal.js'
import type { BlockStage } from '../blocks/block-player.ts'
import { players } from '../blocks/players.ts'
import type { SlidePosition } from '../document/types.ts'
import { limits } from '../rules/limits.ts'
import { takeBackgroundFrames } from './background-frames.ts'
import { createLight, type Light } from './light.ts'
import type { AppKey, ErrorCode, Move, ScreenColor } from './messages.ts'
import { modes, type PlayerMode } from './modes.ts'
import { createMuting } from './muting.ts'
import { reportEdge, reportKeys } from './page-signals.ts'
import { prepareSlides } from './prepare-slides.ts'
import { revealOptions } from './reveal-options.ts'
import type { PlayerSettings } from './settings.ts'
import { markGrounds } from './slide-grounds.ts'
import { followSlideLinks } from './slide-links.ts'
import { startBlocks } from './start-blocks.ts'
import { watchTapZones } from './tap-zones.ts'

/** Where a deck stands: indices from 0; f is -1 before the first fragment, null on a slide without any. */
export interface PlayerState {
  readonly h: number
  readonly v: number
  readonly f: number | null
  readonly paused: boolean
  readonly overview: boolean
}

/** What is told of each change; `own`: the deck was moved here, by its own person or by itself, and did not follow. */
export interface PlayerReport extends PlayerState {
  readonly own: boolean
}

/** A deck that is being shown. */
export interface Player {
  /** Slides in the deck, those in stacks counted one by one. */
  readonly count: number
  /** Resolved when all blocks do what they do when they are shown: code is colored, formulas are set. */
  readonly whole: Promise<void>
  state(): PlayerState
  goto(h: number, v: number, f: number | null): void
  /** Does what was done elsewhere. */
  follow(state: PlayerState): void
  /** Shows what comes after a place: the next fragment, or the next slide; the place itself at the deck's end. */
  peek(h: number, v: number, f: number | null): void
  move(to: Move): void
  pause(on: boolean): void
  overview(on: boolean): void
  setMuted(on: boolean): void
  /** What a pause hides the slides with. */
  setScreen(color: ScreenColor): void
  readonly light: Light
  /** `upsizing` false: slides are never shown above their own size. */
  setOptions(options: { readonly controls: boolean; readonly upsizing: boolean }): void
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
  readonly onChange: (report: PlayerReport) => void
  /** A key that belongs to the page around the deck. */
  readonly onKey: (key: AppKey) => void
  /** The pointer came near the left edge, or left it; only in views that ask for it. */
  readonly onEdge: (near: boolean) => void
  readonly onError: (code: ErrorCode) => void
}

const steps = ['slidechanged', 'fragmentshown', 'fragmenthidden']
const changes = [...steps, 'paused', 'resumed', 'overviewshown', 'overviewhidden']

function readState(reveal: RevealApi): PlayerState {
  const { h, v, f } = reveal.getIndices()
  return { h: h ?? 0, v: v ?? 0, f: f ?? null, paused: reveal.isPaused(), overview: reveal.isOverview() }
}

/** A key that nobody has and nothing is bound to. */
const NO_KEY = 0

function moveTo(reveal: RevealApi, to: Move): void {
  if (to === 'first') reveal.slide(0)
  else if (to === 'last') reveal.slide(reveal.getHorizontalSlides().length - 1)
  else reveal[to]()
  // After a key reveal.js stops a deck that runs by itself, and lets steps follow that follow by themselves; after a step
  // from elsewhere it does neither.
  reveal.triggerKey(NO_KEY)
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

/** What can be done with a running reveal.js, as the player offers it. `quietly` does something that is not told as own. */
function controlsOf(
  reveal: RevealApi,
  root: HTMLElement,
  mode: PlayerMode,
  quietly: (act: () => void) => void,
): Pick<Player, 'goto' | 'follow' | 'peek' | 'move' | 'pause' | 'overview' | 'setScreen' | 'setOptions'> {
  const goto: Player['goto'] = (h, v, f) => reveal.slide(h, v, f ?? undefined)
  const pause = (on: boolean): void => {
    if (on !== reveal.isPaused()) reveal.togglePause(on)
  }
  const overview = (on: boolean): void => {
    if (mode.overview && on !== reveal.isOverview()) reveal.toggleOverview(on)
  }
  return {
    goto,
    pause,
    overview,
    move: (to) => moveTo(reveal, to),
    follow: (state) =>
      quietly(() => {
        const now = readState(reveal)
        // Going to where it stands already would start the slide's media anew.
        if (now.h !== state.h || now.v !== state.v || now.f !== state.f) goto(state.h, state.v, state.f)
        pause(state.paused)
        overview(state.overview)
      }),
    peek: (h, v, f) =>
      quietly(() => {
        goto(h, v, f)
        reveal.next()
      }),
    setScreen: (color) => root.classList.toggle('white-screen', color === 'white'),
    setOptions: ({ controls: wanted, upsizing }) => {
      const controls = mode.controls && wanted
      const maxScale = upsizing ? limits.live.upsizingMaxScale : 1
      const now = reveal.getConfig()
      // Configuring reads the whole deck anew.
      if (now.controls === controls && now.maxScale === maxScale) return
      reveal.configure({ controls, maxScale })
      markGrounds(reveal, root)
    },
  }
}

/** Taps at the sides of a touch screen are steps. */
function stepByTaps(reveal: RevealApi, root: HTMLElement, { rtl }: PlayerSettings): () => void {
  const counts = (): boolean => !reveal.isPaused() && !reveal.isOverview()
  return watchTapZones({ root, rtl, counts, step: (to) => moveTo(reveal, to) })
}

/** Tells of changes; what is done quietly is told once, at its end, as not one's own. */
function reporter(reveal: RevealApi, onChange: PlayerOptions['onChange']) {
  let quiet = false
  return {
    report: (): void => {
      if (!quiet) onChange({ ...readState(reveal), own: true })
    },
    quietly: (act: () => void): void => {
      quiet = true
      try {
        act()
      } finally {
        quiet = false
      }
      onChange({ ...readState(reveal), own: false })
    },
  }
}

/**
 * Shows a deck. The only place that starts reveal.js: everything it would do with other windows, addresses or
 * strings of markup is off, and done here with elements and checked values.
 */
export async function createPlayer(options: PlayerOptions): Promise<Player> {
  const { root, settings, start, onChange, onKey, onEdge, onError } = options
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
  const { report, quietly } = reporter(reveal, onChange)
  const showFrame = (): void => frames.show(reveal.getCurrentSlide())
  for (const change of changes) reveal.on(change, report)
  reveal.on('slidechanged', showFrame)

  // reveal.js reads where to begin from the address, before it draws anything: no slide flashes by.
  if (start) history.replaceState(null, '', `#/${start.h}/${start.v}`)
  await reveal.initialize()
  markGrounds(reveal, root)
  showFrame()
  // As an 'application' the deck would take the keys from screen readers with which people read its words.
  root.removeAttribute('role')
  const stopLinks = followSlideLinks(root, slides, ({ h, v }) => reveal.slide(h, v))
  const stopKeys = reportKeys(mode.pageKeys, onKey)
  const stopEdge = mode.tellsEdge ? reportEdge(onEdge) : () => {}
  const stopTaps = mode.touch ? stepByTaps(reveal, root, settings) : () => {}
  const light = createLight(slides)
  root.dataset.mode = settings.mode
  const whole = startBlocks(slides, stageFor(reveal, onError))

  return {
    count: reveal.getTotalSlides(),
    whole,
    state: () => readState(reveal),
    ...controlsOf(reveal, root, mode, quietly),
    light,
    setMuted: muting.set,
    destroy: () => {
      stopLinks()
      stopKeys()
      stopEdge()
      stopTaps()
      light.destroy()
      muting.destroy()
      frames.destroy()
      reveal.destroy()
    },
  }
}
