import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'
import { waitFor } from '../src/testing/wait-for.ts'

/** Timeout in ms of a start, which may include a build, and of a stop. */
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
/** The process group: the shell and its children. */
const group = () => -(shell.pid as number)
/** A terminal sends signals to the whole group. */
const toAll = (signal: NodeJS.Signals) => process.kill(group(), signal)

/** Runs a command in a shell with a process group of its own; resolves when the server answers. */
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
    // All processes have exited.
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

  test('stops on Ctrl+C, which reaches all its processes', async () => {
    await start('npm start')
    toAll('SIGINT')
    await waitFor(() => isGone(group()), patience)
  })

  test('stops when npm is stopped', async () => {
    await start('npm start')
    const npm = Number(await new Promise((resolve) => shell.stdout?.once('data', resolve)))
    process.kill(npm, 'SIGTERM')
    shell.stdin?.end()
    await waitFor(() => isGone(group()), patience)
  })
})
