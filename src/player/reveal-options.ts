import type { RevealConfig } from 'reveal.js'
import { revealTransition } from '../rules/transitions.ts'
import { animatedPairs } from './auto-animate.ts'
import type { AppKey } from './messages.ts'
import { modes, type PlayerMode } from './modes.ts'
import type { PlayerSettings } from './settings.ts'

/** A slide in slide px. */
export const SLIDE_WIDTH = 960
export const SLIDE_HEIGHT = 700

/** Everything of reveal.js that talks to other windows, reads addresses or shows markup from strings stays off: our own code does it. */
const closed: RevealConfig = {
  postMessage: false,
  postMessageEvents: false,
  hash: false,
  history: false,
  respondToHashChanges: false,
  fragmentInURL: false,
  showNotes: false,
  previewLinks: false,
  jumpToSlide: false,
  preloadIframes: false,
  view: null,
  plugins: [],
  dependencies: [],
}

/** Letters that reveal.js would act on itself, by its numbers for keys. Escape stays with both. */
const keyCodes: Partial<Record<AppKey, number>> = { f: 70, g: 71 }

/** What takes a key away from reveal.js: somebody else listens for it. */
const leaveToThePage = (): void => {}

function keyboardOf({ keyboard, pageKeys }: PlayerMode): RevealConfig['keyboard'] {
  const taken = pageKeys.flatMap((key) => keyCodes[key] ?? [])
  return keyboard && taken.length > 0 ? Object.fromEntries(taken.map((code) => [code, leaveToThePage])) : keyboard
}

/** Whether people have asked their system for less movement. Style sheets do the rest (frame.css). */
function stillWanted(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

function transitionOf(id: string, mode: PlayerMode): string {
  return mode.still ? 'none' : revealTransition(id)
}

/** The options of reveal.js for a deck in a view. */
export function revealOptions(settings: PlayerSettings, mode: PlayerMode = modes[settings.mode]): RevealConfig {
  return {
    ...closed,
    width: SLIDE_WIDTH,
    height: SLIDE_HEIGHT,
    margin: mode.margin,
    minScale: 0.02,
    maxScale: settings.maxScale,
    controls: mode.controls,
    controlsTutorial: false,
    progress: mode.progress,
    keyboard: keyboardOf(mode),
    touch: mode.touch,
    overview: mode.overview,
    help: mode.help,
    // Centering is in theme.css, where the editor's canvas has it too; the class is all that reveal.js adds.
    center: settings.center,
    loop: settings.loop,
    rtl: settings.rtl,
    // False, not 0: single slides can ask for an interval of their own.
    autoSlide: mode.autoSlide ? settings.autoSlide : false,
    // Blocks that glide to their next place are movement like any other.
    autoAnimate: !stillWanted(),
    autoAnimateMatcher: animatedPairs,
    // Steps of a slide that follow by themselves go on after a press; only a deck that runs by itself is stopped by it.
    autoSlideStoppable: settings.autoSlide > 0,
    // As people count: 3, and 3.2 in a stack.
    slideNumber: settings.slideNumber ? 'h.v' : false,
    autoPlayMedia: settings.autoplay ? null : false,
    transition: transitionOf(settings.transition, mode) as NonNullable<RevealConfig['transition']>,
    backgroundTransition: transitionOf(settings.backgroundTransition, mode) as NonNullable<
      RevealConfig['backgroundTransition']
    >,
    // A narrow window gets small slides, never reveal's scroll view: that one rebuilds the slides from strings.
    scrollActivationWidth: undefined,
    viewDistance: 2,
    mobileViewDistance: 1,
    hideInactiveCursor: settings.mode === 'fullscreen' || settings.mode === 'presenter',
    focusBodyOnPageVisibilityChange: false,
  }
}
