import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { rawBombs, type UploadBomb, uploadBombs } from '../../src/testing/attacks/imports/upload-bombs.ts'
import { fileForm } from '../../src/testing/sample-fonts.ts'
import { AnswerTimes } from '../chaos/answer-times.ts'
import { type ChaosInstance, type ChaosPerson, chaosInstance } from '../chaos/chaos-instance.ts'

/** Time in ms until a user reads the outcome; memory in MB of the server and of each process that it starts. */
const allowed = { time: 10_500, server: 1_000, process: 1_300 }
/** The app's p95 meanwhile, over that of the pauses between the bombs. */
const allowedSlowdown = 2
/** An import may have ended unseen after this many ms. */
const patience = 60_000
const [lookPause, quietTime] = [100, 2_000]
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const megabytes = (kilobytes: number) => Math.round(kilobytes / 1_000)

function statusOf(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The processes that a process has started, with those that they have. */
function startedBy(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), statusOf(Number(name), 'PPid')] as const)
  const under = (parent: number): number[] =>
    parents.flatMap(([child, of]) => (of === parent ? [child, ...under(child)] : []))
  return under(pid)
}

/** The processor time of a process so far, in ms; the kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user + system) * 10
  } catch {
    return 0
  }
}

/** Peaks of memory in MB, and the most processor time in ms that a started process has needed. */
class MemoryPeaks {
  server = 0
  process = 0
  time = 0
  readonly #timer: NodeJS.Timeout
  constructor(pid: number) {
    this.#timer = setInterval(() => {
      this.server = Math.max(this.server, megabytes(statusOf(pid, 'VmRSS')))
      for (const child of startedBy(pid)) {
        this.process = Math.max(this.process, megabytes(statusOf(child, 'VmHWM')))
        this.time = Math.max(this.time, processorTime(child))
      }
    }, lookPause)
  }

  take(): { server: number; process: number; time: number } {
    const { server, process, time } = this
    Object.assign(this, { server: 0, process: 0, time: 0 })
    return { server, process, time }
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}

const paths = {
  media: '/api/v1/media',
  import: '/api/v1/imports.json',
  font: '/api/v1/own_fonts',
  theme: '/api/v1/themes/upload',
}

/** Uploads a bomb; resolves with what its user reads. */
async function drop({ client }: ChaosPerson, bomb: UploadBomb, bytes: Buffer): Promise<string> {
  const { status, body } = await client.send('POST', paths[bomb.way], fileForm(bytes, bomb.fileName))
  if (bomb.way !== 'import' || status !== 201) return `${status}`
  for (const until = performance.now() + patience; performance.now() < until; await pause(lookPause)) {
    const now = (await client.send('GET', `/api/v1/imports/${body.id}.json`)).body
    if (now.status === 'finished') return 'read'
    if (now.status === 'failed') return `failed: ${now.error}`
  }
  return 'no end'
}

/** A server, the app's times and its memory. */
interface Attacked {
  readonly instance: ChaosInstance
  readonly times: AnswerTimes
  readonly peaks: MemoryPeaks
  /** Others use the machine: the processor time of readers is judged, not the time until the answer. */
  readonly isBusy: boolean
}

async function problemsOf(
  { instance, times, peaks, isBusy }: Attacked,
  bomb: UploadBomb,
  at: number,
): Promise<string[]> {
  const bytes = await bomb.bytes()
  const pid = instance.server.pid()
  times.label = 'quiet'
  await pause(quietTime)
  peaks.take()
  times.label = 'bombs'
  const begun = performance.now()
  const said = await drop(instance.people[1 + (at % (instance.people.length - 1))]!, bomb, bytes).catch(
    (error: Error) => `no answer: ${error.message}`,
  )
  const time = performance.now() - begun
  times.label = 'quiet'
  const { server, process, time: own } = peaks.take()
  console.log(
    `uploads, ${bomb.name}: ${said} (${time.toFixed()} ms, server ${server} MB, process ${process} MB and ${own} ms)`,
  )
  const judged = isBusy ? own : time
  const isKnown = /^(?:20[01]|4\d\d|507|read|failed: .{10,})$/.test(said)
  return [
    ...(isKnown ? [] : [`ended with “${said}”`]),
    ...(judged > allowed.time ? [`took ${judged.toFixed()} ms`] : []),
    ...(server > allowed.server ? [`the server had ${server} MB`] : []),
    ...(process > allowed.process ? [`a process had ${process} MB`] : []),
    ...(instance.server.pid() !== pid || statusOf(pid, 'VmRSS') === 0 ? ['the server has ended'] : []),
  ].map((problem) => `${bomb.name}: ${problem}`)
}

/** Runs code in a process of its own; its peak in MB. */
async function peakOf(code: string, input: Buffer): Promise<number> {
  const args = ['--input-type=module', '-e', code]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'] })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytes(statusOf(child.pid ?? 0, 'VmHWM')))
  }, 5)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  return peak
}

/** The control: readers without a guard must need more memory than the limits of their processes. */
async function countControl(): Promise<string[]> {
  const read =
    'const parts = []; for await (const part of process.stdin) parts.push(part); const all = Buffer.concat(parts);'
  const sharp = `import sharp from ${JSON.stringify(import.meta.resolve('sharp'))}; ${read} await sharp(all, { limitInputPixels: false, unlimited: true }).raw().toBuffer()`
  const inflate = (name: string) => `import { ${name} } from 'node:zlib'; ${read} ${name}(all)`
  const peaks = [
    ['a picture', await peakOf(sharp, await rawBombs.picture())],
    ['an entry of a ZIP', await peakOf(inflate('inflateRawSync'), rawBombs.entry())],
    ['a text of a PNG', await peakOf(inflate('inflateSync'), rawBombs.profile())],
  ] as const
  return peaks.flatMap(([name, peak]) => {
    console.log(`uploads, control: ${name} without a guard needs ${peak} MB`)
    return peak < 450 ? [`control: ${name} needs only ${peak} MB, so its bombs prove nothing`] : []
  })
}

/** Uploads bombs to a real server whose other users go on; returns the problems. `isBusy`: others use the machine. */
export async function dropBombs(count: number, isBusy: boolean): Promise<string[]> {
  const env = { BILLING: 'off', ALLOW_VIDEO_UPLOADS: 'true' }
  const instance = await chaosInstance({ kind: 'sqlite', people: 8, env })
  const times = new AnswerTimes()
  const peaks = new MemoryPeaks(instance.server.pid())
  const problems: string[] = []
  try {
    times.start(instance)
    for (const [at, bomb] of uploadBombs.slice(0, count).entries())
      problems.push(...(await problemsOf({ instance, times, peaks, isBusy }, bomb, at)))
    await times.stop()
    problems.push(...times.problems.slice(0, 5))
    const [bombs, quiet] = [times.p95('bombs'), times.p95('quiet')]
    console.log(`uploads: the app's p95 was ${bombs.toFixed(1)} ms with bombs and ${quiet.toFixed(1)} ms between them`)
    if (bombs > quiet * allowedSlowdown)
      problems.push(`the app's p95 was ${(bombs / quiet).toFixed(1)} times the usual`)
  } finally {
    await times.stop()
    peaks.stop()
    for (const { client } of instance.people) client.close()
    await instance.dispose()
  }
  return [...problems, ...(await countControl())]
}
