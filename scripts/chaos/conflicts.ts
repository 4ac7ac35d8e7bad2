import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { ChaosResult } from './crash-saves.ts'

const tests = ['src/api/decks/conflicts.test.ts', 'src/api/batches/stream-conflicts.test.ts']
const root = join(import.meta.dirname, '../..')

/**
 * The long form of the conflict fuzzer: three editors on one deck over a bad network, `seeds` times 100 steps, in the
 * tests that `npm test` runs a few times, by requests and over the stream. Includes their controls (last save wins).
 */
export async function conflicts({ seeds }: { readonly seeds: number }): Promise<ChaosResult> {
  const env = { ...process.env, CONFLICT_SEEDS: String(seeds), CONFLICT_STEPS: '100' }
  const program = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [program, 'run', ...tests, '--no-color'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-4_000)
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return {
    name: 'three editors on one deck lose nothing',
    problems: code === 0 ? [] : [words],
    summary: `${seeds} runs of 100 steps`,
  }
}
