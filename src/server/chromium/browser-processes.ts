import { readdir, readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'

/** What a browser takes, as the system sees it. */
export interface BrowserProcesses {
  /** The memory in bytes that they alone use. */
  memory(): Promise<number>
}

const kilobytes = 1_024

/** The memory of a process that no file is behind; 0 if it has ended. */
async function privateMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)
  return (of('RssAnon') + of('RssShmem')) * kilobytes
}

/** The parent and the group of a process; null if it has ended. */
async function familyOf(pid: number): Promise<{ readonly parent: number; readonly group: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  if (stat === null) return null
  // The name in parentheses may contain spaces.
  const [, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(parent), group: Number(group) }
}

/** What ends the processes of a browser: the id of its main one, or of the group that it leads. */
const targets = new WeakMap<Browser, number>()

/**
 * Finds the main process of a browser that was just started with this switch, which no other has. The browser is not asked
 * for it, since it may hang from the beginning. Does nothing on systems without /proc.
 */
export async function findProcess(browser: Browser, mark: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name)
    const family = Number.isInteger(pid) ? await familyOf(pid) : null
    if (family?.parent !== process.pid) continue
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
    // Chromium may write its own words between its switches.
    if (!command.includes(mark)) continue
    // Started as the leader of a process group.
    targets.set(browser, family.group === pid ? -pid : pid)
    return
  }
}

/** Ends all processes of a browser at once, also one that hangs. Does nothing where they were not found, or have ended. */
export function killBrowser(browser: Browser): void {
  const target = targets.get(browser)
  if (target === undefined || !browser.isConnected()) return
  try {
    process.kill(target, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The processes of a browser that was just started. Null on systems without /proc. */
export async function browserProcesses(browser: Browser): Promise<BrowserProcesses | null> {
  if (process.platform !== 'linux') return null
  const session = await browser.newBrowserCDPSession()
  const list = async () => (await session.send('SystemInfo.getProcessInfo')).processInfo
  const first = await list()
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
  }
}
