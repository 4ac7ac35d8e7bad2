import { stepsOf, stepsTaken } from './code-steps.ts'

const linesIn = (code: HTMLElement): HTMLElement[] => Array.from(code.querySelectorAll<HTMLElement>('.code-line'))

/** Highlights the lines of a step (from 0) and dims the others. Returns the highlighted lines; null without steps. */
export function highlightStep(code: HTMLElement, step: number): readonly HTMLElement[] | null {
  const steps = stepsOf(code)
  if (!steps) return null
  const lines = new Set(steps[Math.min(step, steps.length - 1)])
  code.classList.toggle('has-lit-lines', lines.size > 0)
  return linesIn(code).filter((element, index) => element.classList.toggle('is-lit', lines.has(index + 1)))
}

/** The element that scrolls code: itself, or the box around it; null if all of it is shown. */
function scrollerOf(code: HTMLElement): HTMLElement | null {
  const boxes = [code, code.parentElement]
  return (
    boxes.find((box) => box && box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'visible') ??
    null
  )
}

/**
 * Scrolls code until its highlighted lines are in the middle, as reveal.js does. Not by scrollIntoView, which would also
 * scroll a slide that is higher than its place.
 */
export function centerLines(code: HTMLElement, lit: readonly HTMLElement[]): void {
  const [box, first] = [scrollerOf(code), linesIn(code)[0]]
  if (!box || !first) return
  const [start, end] = [lit[0] ?? first, lit.at(-1) ?? first]
  // The room around the lines scrolls along, also in a box around the code.
  const { paddingTop, paddingBottom } = getComputedStyle(code)
  const height = box.clientHeight - (Number.parseFloat(paddingTop) || 0) - (Number.parseFloat(paddingBottom) || 0)
  const tall = lit.length === 0 ? 0 : end.offsetTop + end.offsetHeight - start.offsetTop
  box.scrollTop = start.offsetTop - first.offsetTop + (Math.min(tall, height) - height) / 2
}

/** Highlights the lines of the current step, and scrolls to them. */
export function highlightCurrentStep(code: HTMLElement): void {
  const lit = highlightStep(code, stepsTaken(code))
  if (lit) centerLines(code, lit)
}
