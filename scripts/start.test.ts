import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { waitFor } from '../src/testing/wait-for.ts'

/** ms for a start, which builds the pages where somebody has not done so, and for an end. */
const patience = 150_000
let folder: string
let port: number
let shell: ChildProcess

const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '')
const answers = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
/** The number of the process group: the shell and everything that it started. */
const group = () => -(shell.pid as number)
/** What a terminal does: it sends a signal to the whole group. */
const toAll = (signal: NodeJS.Signals) => process.kill(group(), signal)

/** Runs a line in a shell with a process group of its own, and resolves when the server answers. */
async function start(line: string): Promise<void> {
  const env = {
    ...Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'LANG'].map((name) => [name, process.env[name]])),
    ...{ PORT: String(port), DATA_DIR: join(folder, 'data'), SEED: 'off' },
  }
  shell = spawn('sh', ['-c', `${line} >'${join(folder, 'log')}' 2>&1 & echo $!; read ending`], {
    ...{ cwd: join(import.meta.dirname, '..'), env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] },
  })
  await waitFor(answers, patience).catch((error: Error) => {
    throw new Error(`${error.message}\n${log()}`)
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-start-'))
  port = await freePort()
})
afterEach(() => {
  try {
    toAll('SIGKILL')
  } catch {
    // Everything has ended.
  }
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(process.platform === 'win32')('a started server', { timeout: 2 * patience }, () => {
  test.each(['nohup npm start', 'nohup node scripts/start.mjs'])('outlives its shell: %s', async (line) => {
    await start(line)
    toAll('SIGHUP')
    await waitFor(() => log().includes('the shell was closed; the server goes on'), patience)
    await waitFor(() => log().includes('outlives the shell'), patience)
    expect(await answers()).toBe(true)
    const pid = Number(/Stop it with: kill (\d+)/.exec(log())?.[1])
    process.kill(pid, 'SIGTERM')
    await waitFor(() => isGone(pid), patience)
    expect(await answers()).toBe(false)
  })

  test('ends with Ctrl+C, which reaches all its processes', async () => {
    await start('npm start')
    toAll('SIGINT')
    await waitFor(() => isGone(group()), patience)
  })

  test('ends when npm is told to end', async () => {
    await start('npm start')
    const npm = Number(await new Promise((resolve) => shell.stdout?.once('data', resolve)))
    process.kill(npm, 'SIGTERM')
    shell.stdin?.end()
    await waitFor(() => isGone(group()), patience)
  })
})
