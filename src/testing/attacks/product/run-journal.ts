import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What a long run has done so far, so that one that was broken off goes on where it was. */
export interface RunJournal {
  /** Does something that has not been done, and gives what came of it, now or then. */
  once<T>(step: string, work: () => Promise<T>): Promise<T>
}

/**
 * Opens it: lines of JSON in a file, which need not exist. Without a file it lasts as long as the process. `settings`: in
 * words; what was done with others counts for nothing.
 */
export function openRunJournal(file: string | null, settings = ''): RunJournal {
  const done = new Map<string, unknown>()
  if (file && existsSync(file)) {
    const text = readFileSync(file, 'utf8')
    for (const line of text.split('\n')) {
      const step = readStep(line)
      if (step) done.set(step.key, step.value)
    }
    if (!text.endsWith('\n')) appendFileSync(file, '\n')
  }
  return {
    async once<T>(step: string, work: () => Promise<T>): Promise<T> {
      const key = `${settings}: ${step}`
      if (done.has(key)) return done.get(key) as T
      const value = await work()
      done.set(key, value)
      if (file) appendFileSync(file, `${JSON.stringify({ key, value })}\n`)
      return value
    },
  }
}

/** A line as it was written; null for one that was cut off with its run. */
function readStep(line: string): { key: string; value: unknown } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
