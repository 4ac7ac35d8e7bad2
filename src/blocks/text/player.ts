import type { BlockStage } from '../block-player.ts'

/** Minimum scale of shrunk text. */
const MIN_SCALE = 0.3
/** Bisection steps between MIN_SCALE and 1: precise to less than a hundredth. */
const BISECTIONS = 7

function fits(content: HTMLElement, box: HTMLElement): boolean {
  return content.offsetHeight <= box.clientHeight + 1
}

/**
 * Scales text down until it fits its box. Computed in the open document and never stored: fonts differ between
 * machines.
 */
export function fitText(contents: readonly HTMLElement[]): void {
  for (const content of contents) {
    const box = content.parentElement
    content.style.fontSize = ''
    if (!box || box.clientHeight === 0 || fits(content, box)) continue
    let low = MIN_SCALE
    let high = 1
    for (let round = 0; round < BISECTIONS; round++) {
      const middle = (low + high) / 2
      content.style.fontSize = `${middle}em`
      if (fits(content, box)) low = middle
      else high = middle
    }
    content.style.fontSize = `${low}em`
  }
}

/**
 * Fits text into its boxes once the fonts are loaded, and for each slide when first shown (hidden slides have no
 * sizes).
 */
export function showText(contents: readonly HTMLElement[], stage: BlockStage): void {
  const refit = (slide: HTMLElement): void => fitText(contents.filter((content) => slide.contains(content)))
  stage.onStep(refit)
  void document.fonts?.ready.then(() => fitText(contents))
}
