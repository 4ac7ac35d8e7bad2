import { styleOf } from './flow-elements.ts'

/** The layout that reveal.js computes when it shows a slide; the canvas does not run it. */

const number = (value: string): number => Number.parseFloat(value) || 0

/** `r-fit-text`: letters as large as the line has room for, as in reveal.js. */
function fitText(element: HTMLElement, slideHeight: number): void {
  const parent = element.parentElement!
  const style = styleOf(parent)
  const room = parent.clientWidth - number(style.paddingLeft) - number(style.paddingRight)
  element.style.display = 'inline-block'
  element.style.whiteSpace = 'nowrap'
  const size = number(styleOf(element).fontSize)
  if (element.scrollWidth === 0) return
  const fitted = Math.max(24, Math.min((room / element.scrollWidth) * size, slideHeight * 0.8))
  element.style.fontSize = `${Math.round(fitted * 100) / 100}px`
}

/** `r-stretch`: as high as the rest of the slide leaves, as in reveal.js. */
function stretch(element: HTMLElement, section: HTMLElement, slide: { width: number; height: number }): void {
  const { height, minHeight } = section.style
  element.style.height = '0px'
  section.style.height = 'auto'
  section.style.setProperty('min-height', '0', 'important')
  const room = slide.height - section.offsetHeight
  section.style.height = height
  section.style.minHeight = minHeight
  const natural = element as HTMLElement & Partial<HTMLImageElement & HTMLVideoElement>
  const [wide, high] = [natural.naturalWidth || natural.videoWidth, natural.naturalHeight || natural.videoHeight]
  const scale = wide && high ? Math.min(slide.width / wide, room / high) : null
  element.style.width = `${scale ? wide! * scale : slide.width}px`
  element.style.height = `${scale ? high! * scale : room}px`
}

/** Styles of fragments that are visible before their step. */
const shownBefore = /\b(?:fade-out|semi-fade-out|strike|highlight-\S+|grow|shrink|current-\S+|fade-in-then-\S+)\b/

/** Shows the steps of a drawn slide, which styles of decks hide on the canvas too. */
export function showSteps(section: HTMLElement): void {
  for (const step of section.querySelectorAll('.fragment'))
    if (!shownBefore.test(step.className)) step.classList.add('visible')
}

/**
 * Lays a drawn slide out as reveal.js does: elements that fit the room, and the slide in the middle. `slide`: its size.
 */
export function layOut(section: HTMLElement, slide: { width: number; height: number }): void {
  for (const element of section.querySelectorAll<HTMLElement>('.r-fit-text')) fitText(element, slide.height)
  const stretched = section.querySelectorAll<HTMLElement>(':scope > .r-stretch, :scope > .stretch')
  // Again with its own width, since the room is less where the element then stands in a line of its own.
  for (const element of [...stretched, ...stretched]) stretch(element, section, slide)
  if (!section.closest('.reveal.center')) return
  section.style.top = `${Math.max(0, (slide.height - section.scrollHeight) / 2)}px`
}
