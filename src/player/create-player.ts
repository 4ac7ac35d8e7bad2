import Reveal, { type RevealApi } from 'reveal.js'
import { players } from '../blocks/players.ts'
import type { SlidePosition } from '../document/deck-model.ts'
import type { PlayerSettings } from '../document/output/frame-types.ts'
import { frameLimits } from '../rules/frame-limits.ts'
import { slideSizeOf } from '../rules/slide-size.ts'
import { showBackgroundEffects } from './background-effects.ts'
import { takeBackgroundFrames } from './background-frames.ts'
import { rests, stageFor, steps } from './block-stage.ts'
import { keepLayout } from './keep-layout.ts'
import { createLaserPointer, type LaserPointer } from './laser-pointer.ts'
import type { LiveDeck } from './live-slides.ts'
import { markTones } from './mark-tones.ts'
import type { AppKey, ErrorCode, Move, ScreenColor } from './messages.ts'
import { modes, type PlayerMode } from './modes.ts'
import { createMuting } from './muting.ts'
import { reportEdge, reportKeys } from './page-signals.ts'
import { prepareSlides } from './prepare-slides.ts'
import { revealOptions } from './reveal-options.ts'
import { followSlideLinks } from './slide-links.ts'
import { startBlocks } from './start-blocks.ts'
import { watchTapZones } from './tap-zones.ts'

/** A deck's position: indices from 0; f is -1 before the first fragment, null on a slide without fragments. */
export interface PlayerState {
  readonly h: number
  readonly v: number
  readonly f: number | null
  readonly paused: boolean
  readonly overview: boolean
}

/** Emitted after each change. `own`: moved by this frame's user or by auto-slide; false after `follow` and `peek`. */
export interface PlayerReport extends PlayerState {
  readonly own: boolean
}

/** A running deck. */
export interface Player {
  /** Number of slides, including those in stacks. */
  readonly count: number
  /** Resolves when all blocks have rendered: code is highlighted, formulas are typeset. */
  readonly rendered: Promise<void>
  state(): PlayerState
  goto(h: number, v: number, f: number | null): void
  /** Applies another page's state; reported with `own: false`. */
  follow(state: PlayerState): void
  /** Shows the step after a position: the next fragment or slide; the position itself at the end of the deck. */
  peek(h: number, v: number, f: number | null): void
  move(to: Move): void
  pause(on: boolean): void
  overview(on: boolean): void
  setMuted(on: boolean): void
  /** Color of the screen while paused. */
  setScreen(color: ScreenColor): void
  readonly laserPointer: LaserPointer
  /** `upsizing` false: slides are never scaled above their natural size. */
  setOptions(options: { readonly controls: boolean; readonly upsizing: boolean }): void
  /** Shows new content of slides, at the current slide; JSON of slides-message.ts. */
  showSlides(json: string): void
  /** Undoes every change the player made to the page. */
  destroy(): void
}

export interface PlayerOptions {
  /** The `.reveal` element; it contains the `.slides` element. */
  readonly root: HTMLElement
  readonly settings: PlayerSettings
  /** The first slide to show; null: the first of the deck. */
  readonly start: SlidePosition | null
  /** Called after every step, pause and overview toggle. */
  readonly onChange: (report: PlayerReport) => void
  /** A pressed key that the page around the deck handles. */
  readonly onKey: (key: AppKey) => void
  /** The pointer entered or left the zone at the left edge; only in modes with `reportsEdge`. */
  readonly onEdge: (near: boolean) => void
  readonly onError: (code: ErrorCode) => void
}

const changes = [...steps, ...rests]

function readState(reveal: RevealApi): PlayerState {
  const { h, v, f } = reveal.getIndices()
  return { h: h ?? 0, v: v ?? 0, f: f ?? null, paused: reveal.isPaused(), overview: reveal.isOverview() }
}

/** A key code that no key has and nothing is bound to. */
const NO_KEY = 0

function moveTo(reveal: RevealApi, to: Move): void {
  if (to === 'first') reveal.slide(0)
  else if (to === 'last') reveal.slide(reveal.getHorizontalSlides().length - 1)
  else reveal[to]()
  // After a key press reveal.js stops auto-slide and resumes timed fragments; after an API call it does neither.
  reveal.triggerKey(NO_KEY)
}

/** The player's commands for a running reveal.js. `quietly` runs an action and reports it once, with `own: false`. */
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
        // Going to the current position would restart the slide's media.
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
      const maxScale = upsizing ? frameLimits.upsizingMaxScale : 1
      const now = reveal.getConfig()
      // `configure` reads the whole deck again.
      if (now.controls === controls && now.maxScale === maxScale) return
      reveal.configure({ controls, maxScale })
      markTones(reveal, root)
      showBackgroundEffects(root)
    },
  }
}

/** Runs work after what began before; one that fails does not keep the next from running. */
function inOrder<T>(
  first: Promise<unknown>,
  work: (value: T) => Promise<void>,
  onFailed: () => void,
): (value: T) => void {
  let last = first.catch(() => undefined)
  return (value) => {
    last = last
      .then(() => work(value))
      .catch((error: unknown) => {
        console.error(error)
        onFailed()
      })
  }
}

/** Shows new content of slides; only reviews are sent any. */
async function showLive(deck: LiveDeck, json: string): Promise<void> {
  const live = await import('./live-slides.ts')
  await live.showSlides(deck, json)
}

/** On touch screens, a tap near a side is a step. */
function stepByTaps(reveal: RevealApi, root: HTMLElement, { rtl }: PlayerSettings): () => void {
  const enabled = (): boolean => !reveal.isPaused() && !reveal.isOverview()
  return watchTapZones({ root, rtl, enabled, step: (to) => moveTo(reveal, to) })
}

/** Reports changes; actions run by `quietly` emit one report, with `own: false`. */
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
 * Shows a deck. Only this module starts reveal.js. Its features that use other windows, URLs or HTML strings are
 * disabled; the player does the same work with elements and validated values.
 */
export async function createPlayer(options: PlayerOptions): Promise<Player> {
  const { root, settings, start, onChange, onKey, onEdge, onError } = options
  const mode = modes[settings.mode]
  const slides = root.querySelector<HTMLElement>('.slides')
  if (!slides) throw new Error('The deck has no .slides element')

  prepareSlides(slides, settings)
  const find = (selector: string) => Array.from(slides.querySelectorAll<HTMLElement>(selector))
  for (const player of Object.values(players)) player.prepare?.(find(player.selector))
  const frames = takeBackgroundFrames(slides)
  const muting = createMuting(root)
  muting.set(mode.isPrivate)
  const reveal = new Reveal(root, revealOptions(settings, mode))
  const { report, quietly } = reporter(reveal, onChange)
  const showFrame = (): void => frames.show(reveal.getCurrentSlide())
  for (const change of changes) reveal.on(change, report)
  reveal.on('slidechanged', showFrame)

  // reveal.js reads its start position from the URL before it draws, so no other slide flashes.
  if (start) history.replaceState(null, '', `#/${start.h}/${start.v}`)
  await reveal.initialize()
  markTones(reveal, root)
  showBackgroundEffects(root)
  showFrame()
  // With the role 'application' screen readers would pass all keys on, and users could not read the text.
  root.removeAttribute('role')
  const stops = [
    keepLayout(reveal),
    followSlideLinks(root, slides, ({ h, v }) => reveal.slide(h, v)),
    reportKeys(mode.pageKeys, onKey),
    mode.reportsEdge ? reportEdge(onEdge) : null,
    mode.touch ? stepByTaps(reveal, root, settings) : null,
  ]
  const laserPointer = createLaserPointer(slides, slideSizeOf(settings.slideSize))
  root.dataset.mode = settings.mode
  const stage = stageFor(reveal, mode.isPrivate, onError)
  const rendered = startBlocks(find, stage)
  const onSync = (): void => {
    markTones(reveal, root)
    showBackgroundEffects(root)
    showFrame()
  }

  return {
    count: reveal.getTotalSlides(),
    rendered,
    state: () => readState(reveal),
    ...controlsOf(reveal, root, mode, quietly),
    laserPointer,
    setMuted: muting.set,
    showSlides: inOrder(
      rendered,
      (json: string) => showLive({ reveal, slides, settings, stage, onSync, quietly }, json),
      () => onError('slides-failed'),
    ),
    destroy: () => {
      for (const stop of stops) stop?.()
      laserPointer.destroy()
      muting.destroy()
      frames.destroy()
      reveal.destroy()
    },
  }
}
