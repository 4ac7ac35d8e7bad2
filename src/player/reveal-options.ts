import type { RevealConfig } from 'reveal.js'
import type { PlayerSettings } from '../document/output/frame-types.ts'
import { frameMargins } from '../rules/frame-modes.ts'
import { slideSizeOf } from '../rules/slide-size.ts'
import { revealTransition } from '../rules/transitions.ts'
import { animatedPairs } from './auto-animate.ts'
import type { AppKey } from './messages.ts'
import { modes, type PlayerMode } from './modes.ts'

/** Disables every feature of reveal.js that uses other windows, URLs or HTML strings: our own code does that work. */
const disabledFeatures: RevealConfig = {
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

/** Key codes of letters that reveal.js binds itself. Escape is handled by both. */
const keyCodes: Partial<Record<AppKey, number>> = { f: 70, g: 71 }

/** Unbinds a key from reveal.js: the page handles it. */
const ignoreKey = (): void => {}

function keyboardOf({ keyboard, pageKeys }: PlayerMode): RevealConfig['keyboard'] {
  const reserved = pageKeys.flatMap((key) => keyCodes[key] ?? [])
  return keyboard && reserved.length > 0 ? Object.fromEntries(reserved.map((code) => [code, ignoreKey])) : keyboard
}

/** Whether the user prefers reduced motion. Style sheets do the rest (frame.css). */
function prefersReducedMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

function transitionOf(id: string, mode: PlayerMode): string {
  return mode.noTransitions ? 'none' : revealTransition(id)
}

/** reveal.js options for a deck in a mode. */
export function revealOptions(settings: PlayerSettings, mode: PlayerMode = modes[settings.mode]): RevealConfig {
  return {
    ...disabledFeatures,
    ...slideSizeOf(settings.slideSize),
    margin: frameMargins[settings.mode],
    minScale: 0.02,
    maxScale: settings.maxScale,
    controls: mode.controls,
    controlsTutorial: false,
    progress: mode.progress,
    keyboard: keyboardOf(mode),
    touch: mode.touch,
    overview: mode.overview,
    help: mode.help,
    // theme.css centers, since the editor's canvas uses it too; reveal.js only adds the class.
    center: settings.center,
    loop: settings.loop,
    rtl: settings.rtl,
    // false instead of 0: single slides may set an interval of their own.
    autoSlide: mode.autoSlide ? settings.autoSlide : false,
    // Auto-animation counts as motion.
    autoAnimate: !prefersReducedMotion(),
    autoAnimateMatcher: animatedPairs,
    // Timed fragments continue after a key press; only a deck-wide auto-slide is stopped by it.
    autoSlideStoppable: settings.autoSlide > 0,
    // Numbers from 1: 3, and 3.2 in a stack.
    slideNumber: settings.slideNumber ? 'h.v' : false,
    autoPlayMedia: settings.autoplay ? null : false,
    transition: transitionOf(settings.transition, mode) as NonNullable<RevealConfig['transition']>,
    backgroundTransition: transitionOf(settings.backgroundTransition, mode) as NonNullable<
      RevealConfig['backgroundTransition']
    >,
    // Never reveal.js's scroll view in narrow windows: it rebuilds the slides from strings.
    scrollActivationWidth: undefined,
    viewDistance: 2,
    mobileViewDistance: 1,
    hideInactiveCursor: settings.mode === 'fullscreen' || settings.mode === 'presenter',
    focusBodyOnPageVisibilityChange: false,
  }
}
