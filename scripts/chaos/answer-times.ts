import type { ChaosInstance } from './chaos-instance.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Times of the app's answers, by what happens meanwhile. */
export class AnswerTimes {
  label = 'usual'
  readonly #times = new Map<string, number[]>()
  #isOver = false
  #done: Promise<void> = Promise.resolve()
  readonly problems: string[] = []

  start({ people, server }: ChaosInstance): void {
    const { client, deckId } = people[0]!
    const paths = [`/api/v1/decks/${deckId}.json`, `/api/v1/decks/${deckId}/data.json`, '/explore', '/healthz']
    const run = async () => {
      for (let at = 0; !this.#isOver; at++) {
        const label = this.label
        const begun = performance.now()
        const { status } = await client.send('GET', paths[at % paths.length]!).catch(() => ({ status: 0 }))
        if (status !== 200) this.problems.push(`${paths[at % paths.length]} of ${server.baseUrl} answered ${status}`)
        const times = this.#times.get(label) ?? []
        times.push(performance.now() - begun)
        this.#times.set(label, times)
        await pause(40)
      }
    }
    this.#done = run()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
  }

  /** The 95th percentile in ms. */
  p95(label: string): number {
    const times = (this.#times.get(label) ?? []).toSorted((a, b) => a - b)
    return times[Math.floor(times.length * 0.95)] ?? Number.NaN
  }
}
