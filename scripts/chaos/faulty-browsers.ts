import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SeededRandom, seededRandom } from '../../src/testing/seeded-random.ts'
import { AnswerTimes } from './answer-times.ts'
import { type ChaosInstance, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'
import { type AskedWork, fillDecks, lookOnce, workKinds } from './job-kinds.ts'
import { jobProcesses, killAll } from './job-processes.ts'

/** Options of the faults. */
export interface FaultyBrowsersOptions {
  /** Of each kind. */
  readonly faults: number
  readonly seed: number
  /** Only these kinds; default: all. */
  readonly only?: readonly string[]
  /** The control: exports without a limit of time, so that those that hang hold their places. */
  readonly endless?: boolean
  /** Whether the app's times are a claim: on a busy machine they are only printed. */
  readonly timed?: boolean
}

/** The longest time of an export with a fault, in ms; those without have the product's. */
const exportTime = 15_000
/** How long exports may take to end, in ms; the second is of the control, whose exports never end. */
const patience = { usual: 600_000, endless: 6 * exportTime }
/** Exports in progress. */
const mostOpen = 3
/** A browser is struck this many ms after it was first seen, at most. */
const strikeWithin = 900
/** The app's times with faults over those with exports that work. */
const allowedSlowdown = 1.2
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A fault of a browser: a script in the page, or what is done to its processes. */
interface Fault {
  readonly name: string
  readonly script?: string
  readonly strike?: (browser: number, random: SeededRandom) => void
}

/** The processes of a browser's group. */
function groupOf(leader: number): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
      return group === leader ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

const faults: readonly Fault[] = [
  { name: 'crash', strike: (browser, random) => killAll([random.pick([browser, ...groupOf(browser)])]) },
  { name: 'hang', strike: (browser) => killAll(groupOf(browser), 'SIGSTOP') },
  { name: 'wedged pipe', strike: (browser) => killAll([browser], 'SIGSTOP') },
  { name: 'endless script', script: 'loop' },
  { name: 'out of memory', script: 'memory' },
  { name: '1 GB page', script: 'page' },
]

/** The kinds of faults. */
export const faultNames: readonly string[] = faults.map(({ name }) => name)

/** Exports of several people, at most a few in progress. */
class Exports {
  open: { readonly asked: AskedWork; readonly since: number }[] = []
  readonly problems: string[] = []
  readonly ended = { finished: 0, failed: 0 }
  /** The longest time from the request to the end, in ms. */
  slowest = 0
  #count = 0
  readonly #patience: number
  readonly #instance: ChaosInstance

  constructor(instance: ChaosInstance, most: number) {
    this.#instance = instance
    this.#patience = most
  }

  async ask(): Promise<void> {
    this.#count += 1
    const { people } = this.#instance
    const kind = workKinds[this.#count % 2]!
    const asked = await kind.start(people[this.#count % people.length]!, this.#count)
    this.open.push({ asked, since: performance.now() })
  }

  async look(): Promise<void> {
    for (const one of [...this.open]) {
      const end = await lookOnce(one.asked)
      const isLate = end === null && performance.now() - one.since > this.#patience
      if (end === null && !isLate) continue
      this.open = this.open.filter((other) => other !== one)
      if (isLate) this.problems.push(`${one.asked.kind.name} ${one.asked.id} has not ended`)
      if (end) this.ended[end.status] += 1
      this.slowest = Math.max(this.slowest, performance.now() - one.since)
      if (end?.problem) this.problems.push(`${one.asked.kind.name} ${one.asked.id} ${end.problem}`)
    }
  }

  async settle(most: number): Promise<void> {
    for (; this.open.length > most; await pause(200)) await this.look()
  }
}

/** An instance whose exports can have faults. */
interface FaultyWorld {
  readonly exports: Exports
  readonly times: AnswerTimes
  browsers(): readonly number[]
  /** Names the fault of the next exports: a script, 'none' for one from outside, or '' for none. */
  setScript(name: string): void
}

/** Brings a fault about `count` times. */
async function bringAbout(fault: Fault, count: number, world: FaultyWorld, random: SeededRandom): Promise<void> {
  const { exports } = world
  if (fault.script !== undefined) {
    world.setScript(fault.script)
    for (let n = 0; n < count; n++) {
      await exports.ask()
      await exports.settle(mostOpen - 1)
    }
    await exports.settle(0)
    world.setScript('')
    return
  }
  world.setScript('none')
  const struck = new Map<number, number>()
  // Where exports that hang hold all places, no further browser starts.
  for (let done = 0; done < count && exports.problems.length === 0; await pause(50)) {
    if (exports.open.length < mostOpen) await exports.ask()
    await exports.look()
    for (const browser of world.browsers()) {
      const at = struck.get(browser) ?? performance.now() + random.between(0, strikeWithin)
      struck.set(browser, at)
      if (at === 0 || performance.now() < at) continue
      fault.strike?.(browser, random)
      struck.set(browser, 0)
      done += 1
    }
  }
  await exports.settle(0)
  world.setScript('')
}

/** Makes exports without a fault, which must work. */
async function makeSound(world: FaultyWorld, count: number, after: string): Promise<string[]> {
  const { exports } = world
  const before = exports.ended.finished
  for (let n = 0; n < count; n++) {
    await exports.ask()
    await exports.settle(mostOpen - 1)
  }
  await exports.settle(0)
  const made = exports.ended.finished - before
  return made === count ? [] : [`${count - made} of ${count} exports after ${after} did not work`]
}

async function bringAll(world: FaultyWorld, options: FaultyBrowsersOptions): Promise<string[]> {
  const random = seededRandom(options.seed)
  const problems: string[] = []
  const chosen = faults.filter(({ name }) => !options.only || options.only.includes(name))
  const rounds = Math.max(1, Math.round(options.faults / 10))
  for (const fault of chosen) {
    for (let round = 0; round < rounds; round++) {
      world.times.label = `sound, ${fault.name}`
      problems.push(...(await makeSound(world, 4, `${round * 10} times ${fault.name}`)))
      world.times.label = fault.name
      await bringAbout(fault, Math.ceil(options.faults / rounds), world, random)
      if (options.endless && world.exports.problems.length > 0) return problems
    }
    problems.push(...(await makeSound(world, 2, fault.name)))
    const [faulty, sound] = [world.times.p95(fault.name), world.times.p95(`sound, ${fault.name}`)]
    console.log(
      `       ${options.faults} times ${fault.name}: p95 ${faulty.toFixed(0)} ms, with sound exports ${sound.toFixed(0)} ms`,
    )
    if (options.timed && faulty > sound * allowedSlowdown)
      problems.push(`The app's p95 was ${faulty.toFixed(0)} ms with ${fault.name} and ${sound.toFixed(0)} ms without`)
  }
  return problems
}

/**
 * Browsers of exports that crash, hang, use all memory or stop answering, while others use the app. Each export must end in
 * time, the next one must work, and no process may be left over.
 */
export async function faultyBrowsers(options: FaultyBrowsersOptions): Promise<ChaosResult> {
  const temporary = mkdtempSync(join(tmpdir(), 'chaos-faults-'))
  const faultFile = join(temporary, 'fault')
  const setScript = (name: string) => writeFileSync(faultFile, name)
  setScript('')
  const env = {
    ...{ BILLING: 'off', TMPDIR: temporary, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '', FAULT_FILE: faultFile },
    FAULT_TIME: String(options.endless ? 3_600_000 : exportTime),
  }
  const program = join(import.meta.dirname, 'faulty-exports-server.ts')
  const instance = await chaosInstance({ kind: 'sqlite', people: 10, env, program })
  const browsers = () => jobProcesses(temporary, instance.server.dataDir).browsers
  const [exports, times] = [
    new Exports(instance, options.endless ? patience.endless : patience.usual),
    new AnswerTimes(),
  ]
  const problems: string[] = []
  try {
    await fillDecks(instance)
    times.start(instance)
    problems.push(...(await bringAll({ exports, times, browsers, setScript }, options)))
    await times.stop()
    problems.push(...exports.problems, ...times.problems.slice(0, 5))
    if (!options.endless) {
      await instance.server.stop()
      await pause(2_000)
      if (browsers().length > 0) problems.push(`${browsers().length} browsers are left over`)
    }
  } finally {
    await times.stop()
    for (const { client } of instance.people) client.close()
    await instance.dispose()
    killAll(browsers())
    rmSync(temporary, { recursive: true, force: true })
  }
  return {
    name: options.endless
      ? 'control: exports without a limit of time'
      : `faults of the browsers of exports (${options.faults} times ${(options.only ?? faultNames).join(', ')})`,
    problems,
    summary: `${exports.ended.finished} exports finished, ${exports.ended.failed} failed, the slowest after ${(exports.slowest / 1000).toFixed(0)} s`,
  }
}
