import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** The processes of a browser, as the system sees them. */
export interface BrowserProcesses {
  /** The memory in bytes that they alone use. */
  memory(): Promise<number>
  /** Ends all of them at once, also those that hang. */
  kill(): void
}

const kilobytes = 1_024

/** The memory of a process that no file is behind; 0 if it has ended. */
async function privateMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
  return (of('RssAnon') + of('RssShmem')) * kilobytes
}

async function groupOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may contain spaces.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2] ?? 0)
}

/** The processes of a browser that was just started. Null on systems without /proc. */
export async function browserProcesses(browser: Browser): Promise<BrowserProcesses | null> {
  if (process.platform !== 'linux') return null
  const session = await browser.newBrowserCDPSession()
  const list = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo
  const first = await list()
  const own = first.find(({ type }) => type === 'browser')?.id
  if (own === undefined) return null
  const group = await groupOf(own)
  let known = first.map(({ id }) => id)
  let asking = false
  /** Asks without waiting: a browser that hangs does not answer, and its known processes are measured. */
  const ask = (): void => {
    if (asking) return
    asking = true
    list()
      .then((processes) => {
        known = processes.map(({ id }) => id)
      })
      .catch(() => {})
      .finally(() => {
        asking = false
      })
  }
  return {
    async memory() {
      ask()
      const parts = await Promise.all(known.map(privateMemory))
      return parts.reduce((sum, one) => sum + one, 0)
    },
    kill() {
      if (!browser.isConnected()) return
      try {
        // Started as the leader of a process group.
        process.kill(group === own ? -own : own, 'SIGKILL')
      } catch {
        // It has ended.
      }
    },
  }
}
