import { stepMark, stepsIn } from './parse-steps.ts'

/** The steps of a code element; null if it has none. */
export function stepsOf(code: HTMLElement): number[][] | null {
  return stepsIn(code.dataset.lineNumbers ?? '')
}

/**
 * Adds one invisible fragment after the code for each step but the first, so that the code's steps are steps of its
 * slide. Must run before reveal.js counts the fragments.
 */
export function addCodeSteps(codes: readonly HTMLElement[]): void {
  for (const code of codes) {
    const steps = stepsOf(code)?.length ?? 0
    const marks = Array.from({ length: Math.max(0, steps - 1) }, () => {
      const mark = document.createElement('span')
      mark.className = `fragment ${stepMark}`
      mark.setAttribute('aria-hidden', 'true')
      return mark
    })
    code.parentElement?.after(...marks)
  }
}

/** The current step of a code element, from 0. */
export function stepsTaken(code: HTMLElement): number {
  let current = 0
  let next = code.parentElement?.nextElementSibling
  while (next?.classList.contains(stepMark)) {
    if (next.classList.contains('visible')) current += 1
    next = next.nextElementSibling
  }
  return current
}
