import { effectDeclarations } from '../document/background-effects.ts'

/** A section after reveal.js has made the elements of its background. */
interface SlideWithBackground extends HTMLElement {
  readonly slideBackgroundContentElement?: HTMLElement
}

/** Dims and blurs background pictures and videos. reveal.js replaces their elements on every `configure`. */
export function showBackgroundEffects(root: HTMLElement): void {
  for (const slide of root.querySelectorAll<SlideWithBackground>('.slides section')) {
    const content = slide.slideBackgroundContentElement
    if (!content) continue
    for (const [property, value] of effectDeclarations((name) => slide.getAttribute(name))) {
      content.style.setProperty(property, value)
    }
  }
}
