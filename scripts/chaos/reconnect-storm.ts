import { reconnectPause } from '../../src/rules/reconnect-pause.ts'
import { LiveCrowd, type Pause } from '../../src/testing/crowd/live-crowd.ts'
import { type ChaosInstance, chaosInstance } from './chaos-instance.ts'
import type { ChaosResult } from './crash-saves.ts'

/** Number of followers when the server is killed. */
export interface StormOptions {
  readonly members: number
  /** Whether response times of other calls are checked too: a busy machine makes them long. */
  readonly whole: boolean
  /** The control: all clients reconnect after the same second. */
  readonly together?: boolean
}

/**
 * Bars: ms until 95% and all are back, the share that may reconnect within the same 100 ms, and the response time for
 * others.
 */
const bars = { most: 20_000, all: 30_000, herd: 1 / 3, calls: 500 }

/** Largest share of a crowd that, disconnected at the same moment, planned to reconnect within the same 100 ms. */
function herdOf(planned: readonly number[], members: number): number {
  const sorted = [...planned].sort((a, b) => a - b)
  let [from, most] = [0, 0]
  for (const [to, time] of sorted.entries()) {
    while (time - (sorted[from] as number) > 100) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most / members
}

/** Requests the deck repeatedly until stopped; returns the response times in ms. */
async function callMeanwhile({ people }: ChaosInstance, isOver: () => boolean): Promise<number[]> {
  const [person] = people
  const times: number[] = []
  while (person && !isOver()) {
    const begun = performance.now()
    await person.client.send('GET', `/api/v1/decks/${person.deckId}.json`).then(
      () => times.push(performance.now() - begun),
      () => undefined,
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return times.sort((a, b) => a - b)
}

/** Kills a server with a full audience, restarts it, and measures when everyone is on the right slide again. */
export async function reconnectStorm({ members, whole, together = false }: StormOptions): Promise<ChaosResult> {
  const name = together ? 'a hall that comes back all at once (control)' : `${members} members come back after a crash`
  const instance = await chaosInstance({ kind: 'sqlite', people: 1 })
  const [person] = instance.people
  if (!person) throw new Error('Nobody presents')
  const pause: Pause = together ? () => 1_000 : reconnectPause
  const { port, baseUrl } = instance.server
  const crowd = new LiveCrowd({ port, host: new URL(baseUrl).host, deckId: person.deckId, size: members, pause })
  try {
    await crowd.open(100)
    const state = JSON.stringify({ publisher_id: 'p', indexh: 3 })
    const moved = await person.client.send('PUT', `/api/v1/decks/${person.deckId}/stream.json`, { state })
    await crowd.allOn(3, 30_000)
    crowd.planned.length = 0
    await instance.server.kill()
    await instance.server.start()
    const begun = performance.now()
    let [over, most] = [false, Number.NaN]
    const calls = callMeanwhile(instance, () => over)
    const watch = setInterval(() => {
      if (Number.isNaN(most) && crowd.on(3) >= members * 0.95) most = performance.now() - begun
    }, 20)
    const all = await crowd.allOn(3, 60_000)
    over = true
    clearInterval(watch)
    if (Number.isNaN(most)) most = all
    const times = await calls
    const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
    const herd = herdOf(crowd.planned, members)
    const problems = [
      ...(moved.status === 200 ? [] : [`the move was answered with ${moved.status}`]),
      ...(most <= bars.most ? [] : [`95% were back after ${most.toFixed()} ms`]),
      ...(all <= bars.all ? [] : [`all were back after ${all.toFixed()} ms`]),
      ...(herd <= bars.herd ? [] : [`${(herd * 100).toFixed()}% wanted in within the same 100 ms`]),
      ...(!whole || p95 <= bars.calls ? [] : [`other calls took ${p95.toFixed()} ms (p95)`]),
    ]
    const summary = `95% back in ${most.toFixed()} ms, all in ${all.toFixed()} ms, ${crowd.refused} told to wait, at most ${(herd * 100).toFixed()}% within 100 ms, other calls p95 ${p95.toFixed()} ms`
    return { name, problems, summary }
  } finally {
    crowd.close()
    person.client.close()
    await instance.dispose()
  }
}
