import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messages } from '../../src/rules/messages.ts'
import { seededRandom } from '../../src/testing/seeded-random.ts'
import { NoAnswer } from './chaos-client.ts'
import { chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** Options of the crashes. */
export interface CrashExportsOptions {
  readonly cycles: number
  readonly seed: number
}

/** Two leases of the job queue, in ms: no export may take longer to end. */
const patience = 120_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The processes of browsers with this temporary folder; Linux only. */
function browsersOf(temporary: string): number[] {
  const found: number[] = []
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const isBrowser = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--remote-debugging-pipe')
      const ours = readFileSync(`/proc/${name}/environ`, 'utf8').includes(`TMPDIR=${temporary}\0`)
      if (isBrowser && ours) found.push(Number(name))
    } catch {
      // It has ended, or is another user's.
    }
  }
  return found
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/**
 * Kills the server, or the browsers that exports use, at random moments of exports. Each export must end, finished with
 * one file or failed with the specified words, and nothing may be left over.
 */
export async function crashExports({ cycles, seed }: CrashExportsOptions): Promise<ChaosResult> {
  const random = seededRandom(seed)
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-chaos-'))
  const env = { BILLING: 'off', TMPDIR: temporary, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '' }
  const instance = await chaosInstance({ kind: 'sqlite', people: 1, env })
  const { server, people } = instance
  const [ann] = people as [(typeof people)[number]]
  const problems: string[] = []
  const ended = { finished: 0, failed: 0, unanswered: 0 }
  const path = `/api/v1/decks/${ann.deckId}/exports`
  const end = async (id: number): Promise<void> => {
    for (const until = performance.now() + patience; performance.now() < until; await pause(250)) {
      const { body } = await ann.client.send('GET', `${path}/${id}.json`)
      if (body.status !== 'finished' && body.status !== 'failed') continue
      ended[body.status as 'finished' | 'failed'] += 1
      if (body.status === 'failed' && body.error !== messages.export.pdf) problems.push(`Export ${id}: ${body.error}`)
      return
    }
    problems.push(`Export ${id} is stuck`)
  }
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      const options = { pages: cycle % 2 === 0 ? 'slide' : 'step', hidden: cycle % 3 === 0 }
      const started = ann.client.send('POST', `${path}.json`, { type: 'pdf', options })
      const after = pause(random.between(0, 600))
      const id = await started.then(
        ({ body }) => Number(body.id),
        (error) => {
          if (!(error instanceof NoAnswer)) throw error
          return null
        },
      )
      await after
      if (cycle % 2 === 0) {
        await server.kill()
        await server.start()
      } else {
        for (const pid of browsersOf(temporary)) {
          try {
            process.kill(pid, 'SIGKILL')
          } catch {
            // It has ended.
          }
        }
      }
      if (id === null) ended.unanswered += 1
      else await end(id)
    }
    const { body } = await ann.client.send('GET', `${path}.json?per_page=100`)
    const finished = (body.results as { status: string }[]).filter(({ status }) => status === 'finished').length
    await server.stop()
    // A killed server leaves its folder, which a later export deletes.
    if (filesIn(join(server.dataDir, 'exporting')).length > Math.ceil(cycles / 2))
      problems.push('Folders of exports are left over')
    const files = filesIn(join(server.dataDir, 'files/exports')).length
    if (files < finished) problems.push(`${files} files of ${finished} finished exports`)
    if (browsersOf(temporary).length > 0) problems.push('Browsers are left over')
  } finally {
    await instance.dispose()
    rmSync(temporary, { recursive: true, force: true })
  }
  const summary = `${cycles} crashes: ${ended.finished} finished, ${ended.failed} failed, ${ended.unanswered} unanswered`
  return { name: 'crashes while exporting', problems, summary }
}
