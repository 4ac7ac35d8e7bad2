import { LiveCrowd } from '../../src/testing/crowd/live-crowd.ts'
import { chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** How many follow, how many of them stop reading, and for how long the presenter moves (s), so many times in each. */
export interface SlowOptions {
  readonly members: number
  readonly asleep: number
  readonly seconds: number
  readonly perSecond: number
}

/** ms within which 95% of what the others get arrives. */
const bar = 250

/** Some of a hall stop reading while the presenter goes on: the others notice nothing, and in the end all are there. */
export async function slowMembers(options: SlowOptions): Promise<ChaosResult> {
  const { members, asleep, seconds, perSecond } = options
  const name = `${asleep} of ${members} members stop reading`
  const instance = await chaosInstance({ kind: 'sqlite', people: 1 })
  const [person] = instance.people
  if (!person) throw new Error('Nobody presents')
  const { port, baseUrl } = instance.server
  const sent = new Map<number, number>()
  const times: number[] = []
  const crowd = new LiveCrowd({
    ...{ port, host: new URL(baseUrl).host, deckId: person.deckId, size: members, pause: null },
    onState: (member, { indexh }) => {
      const at = sent.get(indexh)
      if (at !== undefined && member >= asleep) times.push(performance.now() - at)
    },
  })
  const move = async (indexh: number) => {
    sent.set(indexh, performance.now())
    const state = JSON.stringify({ publisher_id: 'p', indexh })
    const { status } = await person.client.send('PUT', `/api/v1/decks/${person.deckId}/stream.json`, { state })
    if (status !== 200 && status !== 429) throw new Error(`A move was answered with ${status}`)
  }
  try {
    await crowd.open(100)
    for (let member = 0; member < asleep; member++) crowd.member(member)?.pause()
    const moves = seconds * perSecond
    for (let at = 1; at <= moves; at++) {
      const begun = performance.now()
      await move(at % 9_000)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 / perSecond - (performance.now() - begun))))
    }
    for (let member = 0; member < asleep; member++) crowd.member(member)?.resume()
    await move(9_001)
    const last = await crowd.allOn(9_001, 30_000).catch(() => Number.NaN)
    const sorted = times.sort((a, b) => a - b)
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
    const problems = [
      ...(p95 <= bar ? [] : [`the others waited ${p95.toFixed()} ms (p95)`]),
      ...(Number.isNaN(last) ? ['not all were on the last slide in the end'] : []),
    ]
    return { name, problems, summary: `${times.length} arrivals at the others, p95 ${p95.toFixed()} ms` }
  } finally {
    crowd.close()
    person.client.close()
    await instance.dispose()
  }
}
