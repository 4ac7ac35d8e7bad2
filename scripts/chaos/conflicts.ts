import type { ChaosResult } from './crash-saves.ts'
import { runProgram } from './run-program.ts'

const tests = [
  'src/api/decks/conflicts.test.ts',
  'src/api/batches/stream-conflicts.test.ts',
  'src/web/pages/editor/newer-versions.test.ts',
]

/**
 * The long form of the conflict fuzzer: three editors on one deck over a bad network, `seeds` times 100 steps, in the
 * tests that `npm test` runs a few times: by requests, over the stream, and with the editor's own merge of what arrives
 * meanwhile. Includes their controls (last save wins).
 */
export async function conflicts({ seeds }: { readonly seeds: number }): Promise<ChaosResult> {
  const env = { CONFLICT_SEEDS: String(seeds), CONFLICT_STEPS: '100' }
  const { code, words } = await runProgram(['node_modules/vitest/vitest.mjs', 'run', ...tests, '--no-color'], env)
  return {
    name: 'three editors on one deck lose nothing',
    problems: code === 0 ? [] : [words],
    summary: `${seeds} runs of 100 steps`,
  }
}
