import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { browserJourneys, editorMonkey, editorsTogether } from './chaos/browser-journeys.ts'
import { conflicts } from './chaos/conflicts.ts'
import { crashJobs } from './chaos/crash-jobs.ts'
import { type ChaosResult, crashSaves } from './chaos/crash-saves.ts'
import { crashStream } from './chaos/crash-stream.ts'
import { cutAnswers } from './chaos/cut-answers.ts'
import { faultNames, faultyBrowsers } from './chaos/faulty-browsers.ts'
import { reconnectStorm } from './chaos/reconnect-storm.ts'
import { slowMembers } from './chaos/slow-members.ts'

// Fault injection on a real server. `npm run chaos` takes hours; --short is the part that `npm test` runs. node
// scripts/chaos.ts [crashes] [answers] [storm] [slow] [jobs] [faults] [conflicts] [browser] [together] [monkey] [--seed 1]
// [--lanes 1] [--short]. Several lanes run scenarios concurrently, since most wait for leases and time limits; response times
// are then printed, but not judged.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string' },
    report: { type: 'string' },
  },
})
const seed = Number(values.seed)
const cycles = values.short ? 3 : 200
const leastSaves = values.short ? 20 : 10_000
const calls = values.short ? 80 : 1_000
const kinds = ['sqlite', 'postgres'] as const
// A restarting server uses one core: two at a time. The long runs measure times and need the machine alone.
const lanes = Number(values.lanes ?? (values.short ? 2 : 1))
const timed = !values.short && lanes === 1

/** Crashes and faults of one scenario of many: each says how it ended, also if the run is stopped before the others. */
const portion = 10
const parted = (count: number) => Array.from({ length: count / portion }, (_, at) => at)

interface Scenario {
  readonly run: () => Promise<ChaosResult>
  readonly control?: boolean
}

const parts: Readonly<Record<string, readonly Scenario[]>> = {
  crashes: [
    ...kinds.map((kind) => ({ run: () => crashSaves({ kind, cycles, leastSaves, seed, timed }) })),
    { control: true, run: () => crashSaves({ kind: 'sqlite', cycles: 20, leastSaves: 1, seed, hasty: true }) },
    { run: () => crashStream({ cycles: values.short ? 2 : 100, seed }) },
  ],
  answers: [
    ...kinds.map((kind) => ({ run: () => cutAnswers({ kind, calls, seed }) })),
    { control: true, run: () => cutAnswers({ kind: 'sqlite', calls: 40, seed, anonymous: true }) },
  ],
  storm: [
    { run: () => reconnectStorm({ members: values.short ? 400 : 5_000, whole: !values.short }) },
    { control: true, run: () => reconnectStorm({ members: 400, whole: false, together: true }) },
  ],
  // The short forms of the others are separate tests.
  slow: [{ run: () => slowMembers({ members: 2_000, asleep: 20, seconds: 300, perSecond: 20 }) }],
  jobs: [
    ...parted(200).map((at) => ({ run: () => crashJobs({ kind: 'sqlite', cycles: portion, seed: seed + at }) })),
    ...parted(100).map((at) => ({ run: () => crashJobs({ kind: 'postgres', cycles: portion, seed: seed + at }) })),
    { control: true, run: () => crashJobs({ kind: 'postgres', cycles: 8, seed, leaseless: true }) },
  ],
  faults: [
    ...(timed
      ? faultNames.map((name) => ({ run: () => faultyBrowsers({ faults: 50, seed, only: [name], timed }) }))
      : parted(50).flatMap((at) =>
          faultNames.map((name) => ({ run: () => faultyBrowsers({ faults: portion, seed: seed + at, only: [name] }) })),
        )),
    { control: true, run: () => faultyBrowsers({ faults: 4, seed, only: ['hang'], endless: true }) },
  ],
  conflicts: [{ run: () => conflicts({ seeds: 2_000 }) }],
  browser: [{ run: () => browserJourneys({ kills: 300, sessions: 34, seed }) }],
  together: [
    { run: () => editorsTogether({ sequences: 100 }) },
    { control: true, run: () => editorsTogether({ sequences: 50, careless: true }) },
  ],
  monkey: [{ run: () => editorMonkey({ actions: 2_000, seed }) }],
}
const short = ['crashes', 'answers', 'storm']
const chosen = positionals.length > 0 ? positionals : values.short ? short : Object.keys(parts)
const unknown = chosen.find((name) => !parts[name])
if (unknown) throw new Error(`There is no part '${unknown}'. There are: ${Object.keys(parts).join(', ')}`)
const of = (names: readonly string[]) => names.flatMap((name) => parts[name] ?? [])

/** Runs a scenario; a control passes if the guarantee is violated, since it removes what ensures it. */
async function passes({ run, control = false }: Scenario): Promise<boolean> {
  const begun = performance.now()
  const { name, problems, summary } = await run().catch((error: Error) => ({
    name: 'a scenario could not be run to its end',
    problems: control ? [] : [error.stack ?? error.message],
    summary: error.message,
  }))
  const good = control ? problems.length > 0 : problems.length === 0
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name}: ${summary} (${seconds} s)`)
  if (control && !good) console.log('       Nothing was lost, so the test above would not notice a loss either.')
  else if (control) console.log(`       as it must be: ${problems[0]?.split('\n')[0]}`)
  else for (const problem of problems) console.log(`       ${problem}`)
  return good
}

console.log(`seed ${seed}`)
let passed = 0
const left = of(chosen).values()
const lane = async () => {
  for (const scenario of left) if (await passes(scenario)) passed += 1
}
await Promise.all(Array.from({ length: lanes }, lane))
const failed = of(chosen).length - passed
if (values.report) writeFileSync(values.report, JSON.stringify({ passed, failed }))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
