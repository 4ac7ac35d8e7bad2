import type { RevealConfig } from 'reveal.js'
import { revealTransition } from '../rules/transitions.ts'
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
    keyboard: mode.keyboard,
    touch: mode.touch,
    overview: mode.overview,
    // Centring is in theme.css, where the editor's canvas has it too; the class is all that reveal.js adds.
    center: settings.center,
    loop: settings.loop,
    rtl: settings.rtl,
    autoSlide: mode.autoSlide ? settings.autoSlide : 0,
    // Steps of a slide that follow by themselves go on after a press; only a deck that runs by itself is stopped by it.
    autoSlideStoppable: settings.autoSlide > 0,
    // As people count: 3, and 3.2 in a stack.
    slideNumber: settings.slideNumber ? 'h.v' : false,
    autoPlayMedia: settings.autoplay ? null : false,
    transition: revealTransition(settings.transition) as NonNullable<RevealConfig['transition']>,
    backgroundTransition: revealTransition(settings.backgroundTransition) as NonNullable<
      RevealConfig['backgroundTransition']
    >,
    // A narrow window gets small slides, never reveal's scroll view: that one rebuilds the slides from strings.
    scrollActivationWidth: undefined,
    viewDistance: 2,
    mobileViewDistance: 1,
    hideInactiveCursor: settings.mode === 'fullscreen',
    focusBodyOnPageVisibilityChange: false,
  }
}
