/** The stored form of line steps entered by the user, or an error message. */
export type StepText = { readonly value: string } | { readonly error: string }

/**
 * Parses '4, 8-11 | 3': steps separated by bars, each a list of lines and ranges. Ignores spaces, accepts any dash; ''
 * highlights no line.
 */
export function parseStepText(text: string): StepText {
  const plain = text.replace(/\s+/g, '').replace(/[\u2010-\u2015\u2212]/g, '-')
  if (plain === '') return { value: '' }
  if (plain.length > 100) return { error: 'At most 100 characters' }
  for (const part of plain.split(/[|,]/)) {
    const error = partError(part)
    if (error !== null) return { error }
  }
  return { value: plain }
}

function partError(part: string): string | null {
  const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part)
  if (part === '') return 'A line is missing between two signs'
  if (!match) return `'${part}' is no line and no range: write 4 or 8-11`
  const [first, last] = [Number(match[1]), Number(match[2] ?? match[1])]
  if (first === 0) return 'Lines count from 1'
  if (last > 10_000) return 'There are at most 10000 lines'
  return last < first ? `${first}-${last} runs backwards` : null
}

/** The steps in words: 'Step 1: lines 4, 8–11. Step 2: line 3.' '' if there are none. */
export function describeSteps(steps: string): string {
  if (steps === '') return ''
  return steps
    .split('|')
    .map((step, index) => `Step ${index + 1}: ${describeLines(step)}.`)
    .join(' ')
}

/** The steps after the first, which appears with the code: ['line 3', 'lines 4, 8–11']. */
export function describeLaterSteps(steps: string): readonly string[] {
  return /\d/.test(steps) ? steps.split('|').slice(1).map(describeLines) : []
}

function describeLines(step: string): string {
  if (step === '') return 'all lines'
  const lines = step.replaceAll('-', '\u2013').replaceAll(',', ', ')
  return `${/^\d+$/.test(step) ? 'line' : 'lines'} ${lines}`
}
