import { reconnectPause } from '../../src/rules/reconnect-pause.ts'
import { LiveCrowd } from '../../src/testing/crowd/live-crowd.ts'
import { RawMember } from '../../src/testing/crowd/raw-member.ts'
import { type ChaosInstance, type ChaosPerson, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** Number of followers, how many of them stop reading, the presenter's duration (s), and moves per second. */
export interface SlowOptions {
  readonly members: number
  readonly asleep: number
  readonly seconds: number
  readonly perSecond: number
}

/** Bars: ms within which 95% of the others' messages arrive, and the server's growth in bytes. */
const bars = { delay: 250, growth: 100_000_000 }

/** One of this many members is measured: all messages would exceed the memory of the audience's process. */
const heard = 10

/** A presenter over a socket; resolves when the server has accepted it. */
function presenterOf({ server }: ChaosInstance, { deckId, session }: ChaosPerson): Promise<RawMember> {
  const { host } = new URL(server.baseUrl)
  const subscription = { deck_id: deckId, publisher: true, publisher_id: 'p' }
  return new Promise((resolve, reject) => {
    const target = {
      ...{ port: server.port, host, path: '/socket.io/?EIO=4&transport=websocket' },
      headers: { origin: `http://${host}`, cookie: `session=${session}` },
    }
    new RawMember(-1, target, {
      opened: () => {},
      heard: (member, text) => {
        if (text === '2') member.send('3')
        else if (text[0] === '0') member.send('40/live,')
        else if (text.startsWith('40/live')) member.send(`42/live,0${JSON.stringify(['subscribe', subscription])}`)
        else if (text.startsWith('43/live')) resolve(member)
      },
      ended: (_member, code) => reject(new Error(`The presenter was put out (${code})`)),
    })
  })
}

/**
 * Some members stop reading while the presenter continues: the others are not affected, and in the end all are on the
 * last slide.
 */
export async function slowMembers(options: SlowOptions): Promise<ChaosResult> {
  const { members, asleep } = options
  const name = `${asleep} of ${members} members stop reading`
  // Raises the limit of new handshakes, so that the crowd connects quickly.
  const instance = await chaosInstance({ kind: 'sqlite', people: 1, env: { SOCKET_HANDSHAKES: '10000' } })
  const [person] = instance.people
  if (!person) throw new Error('Nobody presents')
  const { port, baseUrl } = instance.server
  const sent = new Map<number, number>()
  const times: number[] = []
  const crowd = new LiveCrowd({
    ...{ port, host: new URL(baseUrl).host, deckId: person.deckId, size: members, pause: reconnectPause },
    onState: (member, { indexh }) => {
      const at = sent.get(indexh)
      if (at !== undefined && member >= asleep && member % heard === 0) times.push(performance.now() - at)
    },
  })
  try {
    await crowd.open(100)
    const presenter = await presenterOf(instance, person)
    const before = instance.server.memory()
    const last = await present(options, crowd, (indexh) => {
      sent.set(indexh, performance.now())
      const state = JSON.stringify({ indexh, indexv: 0, indexf: null, publisher_id: 'p' })
      const message = { deck_id: person.deckId, publisher_id: 'p', state }
      presenter.send(`42/live,${JSON.stringify(['message', message])}`)
    })
    return judged(name, { options, times, last, joined: crowd.joined, growth: instance.server.memory() - before })
  } finally {
    crowd.close()
    person.client.close()
    await instance.dispose()
  }
}

/** Runs the presentation; whether everyone was on the last slide in the end, including the sleeping members. */
async function present(options: SlowOptions, crowd: LiveCrowd, move: (indexh: number) => void): Promise<boolean> {
  const { asleep, seconds, perSecond } = options
  for (let member = 0; member < asleep; member++) crowd.member(member)?.pause()
  for (let at = 1; at <= seconds * perSecond; at++) {
    const begun = performance.now()
    move(at % 9_000)
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 / perSecond - (performance.now() - begun))))
  }
  for (let member = 0; member < asleep; member++) crowd.member(member)?.resume()
  move(9_001)
  return crowd.allOn(9_001, 30_000).then(
    () => true,
    () => false,
  )
}

interface Seen {
  readonly options: SlowOptions
  readonly times: number[]
  readonly last: boolean
  /** Number of connects. */
  readonly joined: number
  /** The server's growth in bytes; NaN: unknown. */
  readonly growth: number
}

function judged(name: string, { options, times, last, joined, growth }: Seen): ChaosResult {
  const { members, asleep } = options
  const sorted = times.sort((a, b) => a - b)
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
  const megabytes = `${(growth / 1_000_000).toFixed()} MB`
  const problems = [
    ...(p95 <= bars.delay ? [] : [`the others waited ${p95.toFixed()} ms (p95)`]),
    ...(growth > bars.growth ? [`the server grew by ${megabytes}`] : []),
    // Members that stop answering are disconnected and reconnect; no other member may be disconnected.
    ...(joined <= members + asleep ? [] : [`${joined - members} came back, of ${asleep} who slept`]),
    ...(last ? [] : ['not all were on the last slide in the end']),
  ]
  const summary = `${times.length} arrivals at one in ${heard} of the others, p95 ${p95.toFixed()} ms; ${megabytes} more memory`
  return { name, problems, summary }
}
