/**
 * The highlighted lines of a code block, step by step: '1-3|5' is [[1,2,3],[5]]. Lines from 1; an empty step highlights
 * all lines.
 */
export function parseSteps(text: string): number[][] {
  return text.split('|').map((step) => step.split(',').flatMap(linesOf))
}

/** Maximum number of lines in a range: '1-9999999' would exhaust the memory. */
const MAX_LINES = 10_000

function linesOf(part: string): number[] {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
  if (!match) return []
  const first = Number(match[1])
  const last = Math.min(match[2] === undefined ? first : Number(match[2]), MAX_LINES)
  return last < first ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The steps of a code element; null if it has none. */
export function stepsOf(code: HTMLElement): number[][] | null {
  const text = code.dataset.lineNumbers ?? ''
  return /\d/.test(text) ? parseSteps(text) : null
}

const MARK = 'code-step'

/**
 * Adds one invisible fragment after the code for each step but the first, so that the code's steps are steps of its
 * slide. Must run before reveal.js counts the fragments.
 */
export function addCodeSteps(codes: readonly HTMLElement[]): void {
  for (const code of codes) {
    const steps = stepsOf(code)?.length ?? 0
    const marks = Array.from({ length: Math.max(0, steps - 1) }, () => {
      const mark = document.createElement('span')
      mark.className = `fragment ${MARK}`
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
  while (next?.classList.contains(MARK)) {
    if (next.classList.contains('visible')) current += 1
    next = next.nextElementSibling
  }
  return current
}
