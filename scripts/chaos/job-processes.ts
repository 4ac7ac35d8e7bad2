import { readdirSync, readFileSync } from 'node:fs'

/** Processes that work on jobs beside a server. */
export interface JobProcesses {
  readonly browsers: readonly number[]
  readonly readers: readonly number[]
}

const textOf = (path: string): string => readFileSync(path, 'utf8')

/**
 * The browsers whose temporary folder is in `temporary`, and the processes that read files of `dataDir` for imports; Linux
 * only.
 */
export function jobProcesses(temporary: string, dataDir: string): JobProcesses {
  const browsers: number[] = []
  const readers: number[] = []
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const command = textOf(`/proc/${name}/cmdline`)
      if (command.includes('reader-process') && command.includes(dataDir)) readers.push(Number(name))
      const isBrowser = command.includes('--remote-debugging-pipe')
      if (isBrowser && textOf(`/proc/${name}/environ`).includes(`TMPDIR=${temporary}`)) browsers.push(Number(name))
    } catch {
      // It has ended, or is another user's.
    }
  }
  return { browsers, readers }
}

/** Kills processes; those that have ended are skipped. */
export function killAll(pids: readonly number[], signal: NodeJS.Signals = 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
  }
}
