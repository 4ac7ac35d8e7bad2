import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Checkpoints of a long run, so that an interrupted one can be resumed. */
export interface RunJournal {
  /** Runs a step unless it is done already; returns its result, new or stored. */
  once<T>(step: string, work: () => Promise<T>): Promise<T>
}

/**
 * Opens a journal: JSON lines in a file, which need not exist. Without a file it is in memory only. `settings`: the
 * run's settings as text; steps stored with other settings are ignored.
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

/** Parses a line; null if it was truncated by an interruption. */
function readStep(line: string): { key: string; value: unknown } | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
