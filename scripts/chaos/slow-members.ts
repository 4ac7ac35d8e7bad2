import { reconnectPause } from '../../src/rules/reconnect-pause.ts'
import { LiveCrowd } from '../../src/testing/crowd/live-crowd.ts'
import { RawMember } from '../../src/testing/crowd/raw-member.ts'
import { type ChaosInstance, type ChaosPerson, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** How many follow, how many of them stop reading, and for how long the presenter moves (s), so many times in each. */
export interface SlowOptions {
  readonly members: number
  readonly asleep: number
  readonly seconds: number
  readonly perSecond: number
}

/** ms within which 95% of what the others get arrives, and bytes by which the server may grow meanwhile. */
const bars = { delay: 250, growth: 100_000_000 }

/** One of so many members is listened to: all that arrives would be more than the audience's own process can keep. */
const heard = 10

/** Somebody who presents over a socket; resolves when the server has let them. */
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

/** Some of a hall stop reading while the presenter goes on: the others notice nothing, and in the end all are there. */
export async function slowMembers(options: SlowOptions): Promise<ChaosResult> {
  const { members, asleep } = options
  const name = `${asleep} of ${members} members stop reading`
  // The hall is filled faster than the server lets strangers in by itself.
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

/** The talk; whether everybody was on the last slide in the end, those who slept included. */
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
  /** Times that somebody came in. */
  readonly joined: number
  /** Bytes by which the server has grown; NaN: not known. */
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
    // Who does not answer for long is taken for gone, and comes back; nobody else may be put out.
    ...(joined <= members + asleep ? [] : [`${joined - members} came back, of ${asleep} who slept`]),
    ...(last ? [] : ['not all were on the last slide in the end']),
  ]
  const summary = `${times.length} arrivals at one in ${heard} of the others, p95 ${p95.toFixed()} ms; ${megabytes} more memory`
  return { name, problems, summary }
}
