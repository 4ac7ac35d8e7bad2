import { stepsOf, stepsTaken } from './code-steps.ts'

/** Highlights the lines of a step (from 0) and dims the others. Returns the first highlighted line, if any. */
export function highlightStep(code: HTMLElement, step: number): Element | undefined {
  const steps = stepsOf(code)
  if (!steps) return undefined
  const lines = new Set(steps[Math.min(step, steps.length - 1)])
  const elements = Array.from(code.querySelectorAll('.code-line'))
  code.classList.toggle('has-lit-lines', lines.size > 0)
  for (const [index, element] of elements.entries()) element.classList.toggle('is-lit', lines.has(index + 1))
  return elements[Math.min(...lines) - 1]
}

/** Highlights the lines of the current step. */
export function highlightCurrentStep(code: HTMLElement): void {
  highlightStep(code, stepsTaken(code))?.scrollIntoView?.({ block: 'nearest' })
}
