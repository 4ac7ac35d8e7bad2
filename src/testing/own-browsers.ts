import { readdirSync, readFileSync } from 'node:fs'

/** The browsers that this process has started and that run, by the ids of their main processes. Linux only. */
export function ownBrowsers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('--remote-debugging-pipe')
      return isBrowser && Number(parent) === process.pid && state !== 'Z' ? [Number(name)] : []
    } catch {
      // It is no process, or has ended.
      return []
    }
  })
}

/** Stops all processes of the only browser that was started since; returns the id of its main one. */
export function stopNewBrowser(before: ReadonlySet<number>): number {
  const [browser] = ownBrowsers().filter((id) => !before.has(id))
  if (browser === undefined) throw new Error('No browser was started')
  process.kill(-browser, 'SIGSTOP')
  return browser
}
