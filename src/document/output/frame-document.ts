import { frameMargins } from '../../rules/frame-modes.ts'
import { slidesForAudience } from './audience-slides.ts'
import { deckDocument } from './deck-document.ts'
import type { FrameDocument, PlayerSettings } from './frame-types.ts'

/**
 * `firstPaint`: a promise that resolves after the first slide is painted, or after 100 ms, because hidden pages are
 * never painted. Placed after the slides, so the next paint includes them.
 */
const firstPaint = 'self.firstPaint=new Promise(r=>{requestAnimationFrame(()=>setTimeout(r));setTimeout(r,100)})'

/** Whether arrow keys step through slides in markup order and nothing moves automatically. */
function hasPlainSteps({ rtl, autoSlide }: PlayerSettings): boolean {
  return !rtl && autoSlide === 0
}

/**
 * Renders the document of a deck frame: slides, styles, player and settings. The first slide is painted before any
 * script runs. Contains no notes and no data about the viewer.
 */
export function renderFrameDocument(deck: FrameDocument): string {
  const { title, appearance, theme, nonce, settings, assets, overridingCss, moreScripts = [] } = deck
  // Rules of a theme come after those of reveal.js, as on its own pages; a deck without a theme is painted before they load.
  const sheet = theme?.css || overridingCss ? { urls: [assets.styleUrl] } : { lateUrl: assets.styleUrl }
  const fit = `:root{--frame-margin:${frameMargins[settings.mode]};--frame-max-scale:${settings.maxScale}}`
  return deckDocument({
    ...{ title, appearance, theme, nonce, rootClasses: ['reveal-full-page'], inFrame: true },
    styles: {
      inline: [fit, assets.inlineCss, assets.fontCss],
      ...(overridingCss ? { overriding: overridingCss } : {}),
      ...sheet,
    },
    wrappers: [{ slides: slidesForAudience(deck.slides), background: true, plainSteps: hasPlainSteps(settings) }],
    scripts: {
      // In a scope of its own.
      first: assets.firstScript && `(()=>{${assets.firstScript}})()`,
      afterSlides: firstPaint,
      settings,
      last: [assets.scriptUrl, ...moreScripts].map((url) => ({ url, module: true })),
    },
  })
}
