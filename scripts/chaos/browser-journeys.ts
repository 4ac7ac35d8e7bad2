import type { ChaosResult } from './crash-saves.ts'
import { runProgram } from './run-program.ts'

/** Programs by their paths in the project. */
const [build, playwright, vitest] = [
  'scripts/build.mjs',
  'node_modules/@playwright/test/cli.js',
  'node_modules/vitest/vitest.mjs',
]

/**
 * The long form of two journeys that `npm test` runs a few times: the browser is killed during an edit `kills` times,
 * and each way a session can end while typing is tried `sessions` times. Their controls are included.
 */
export async function browserJourneys(options: {
  readonly kills: number
  readonly sessions: number
  readonly seed: number
}): Promise<ChaosResult> {
  const { kills, sessions, seed } = options
  const built = await runProgram([build])
  const journeys = await runProgram([playwright, 'test', 'e2e/killed-browser.spec.ts', 'e2e/lost-session.spec.ts'], {
    BROWSER_KILLS: String(kills),
    BROWSER_SEED: String(seed),
    SESSION_RUNS: String(sessions),
  })
  return {
    name: 'a killed browser and an ended session lose no work',
    problems: [built, journeys].flatMap(({ code, words }) => (code === 0 ? [] : [words])),
    summary: `${kills} kills, ${sessions} times each end of a session`,
  }
}

/**
 * A monkey test of the editor, in a browser with pointer and keys: `actions` random actions, then as many without a
 * browser for each of some seeds. Everything is undone and redone byte for byte, and the server has what is shown.
 */
export async function editorMonkey(options: { readonly actions: number; readonly seed: number }): Promise<ChaosResult> {
  const env = { MONKEY_ACTIONS: String(options.actions), MONKEY_SEED: String(options.seed) }
  const built = await runProgram([build])
  const browser = await runProgram([playwright, 'test', 'e2e/editor-monkey.spec.ts'], env)
  const plain = await runProgram([vitest, 'run', 'src/editor/state/monkey.test.ts'], {
    ...env,
    MONKEY_SEEDS: '8',
  })
  return {
    name: 'a monkey leaves the editor sound, and all it does is undone and saved',
    problems: [built, browser, plain].flatMap(({ code, words }) => (code === 0 ? [] : [words])),
    summary: `${options.actions} actions in a browser and for each of 8 seeds without one`,
  }
}

/**
 * Three editors of one deck in real browsers with a bad network, `sequences` times 60 steps. `careless`: a server that
 * ignores the base of a save, until a seed finds a loss.
 */
export async function editorsTogether(options: {
  readonly sequences: number
  readonly careless?: boolean
}): Promise<ChaosResult> {
  const { sequences, careless = false } = options
  const built = await runProgram([build])
  const args = ['test', 'e2e/editors-together.spec.ts', '--workers=2', ...(careless ? ['-x'] : [])]
  const journeys = await runProgram([playwright, ...args], {
    TOGETHER_SEEDS: String(sequences),
    TOGETHER_CONTROL: careless ? '1' : '',
  })
  // Other failures are no losses.
  const losses = journeys.words.match(/[1-9]\d* lost/g) ?? []
  return {
    name: `three editors in browsers ${careless ? 'and a server that ignores the base of a save lose work' : 'lose nothing'}`,
    problems: careless ? losses : [built, journeys].flatMap(({ code, words }) => (code === 0 ? [] : [words])),
    summary: `${sequences} runs of 60 steps`,
  }
}
