import { newSlideId } from '../../src/document/ids.ts'
import type { SeededRandom } from '../../src/testing/seeded-random.ts'
import { NoAnswer } from './chaos-client.ts'
import type { ChaosPerson } from './chaos-instance.ts'

/** Expected content of a deck: its slides in order, each with the mark last written to it and its notes. */
interface Model {
  readonly version: number
  readonly slides: readonly { readonly id: string; readonly mark: string; readonly note: string }[]
}

/** A save without a response so far. */
interface OpenSave {
  readonly body: { readonly deck: Record<string, unknown> }
  readonly after: Model
}

/** A user who saves a deck as fast as responses arrive, and logs what was acknowledged. */
export class ChaosEditor {
  readonly person: ChaosPerson
  readonly #random: SeededRandom
  #acknowledged: Model
  #open: OpenSave | null = null
  #count = 0
  /** Number of acknowledged saves. */
  acknowledged = 0

  constructor(person: ChaosPerson, random: SeededRandom) {
    this.person = person
    this.#random = random
    this.#acknowledged = { version: 1, slides: person.slideIds.map((id) => ({ id, mark: 'start', note: '' })) }
  }

  /** Saves until the server is down or the time is up. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#open ??= this.#nextSave()
      try {
        await this.#send(this.#open)
      } catch (error) {
        if (error instanceof NoAnswer) return
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, this.#random.between(0, 40)))
    }
  }

  /** Repeats the save whose response was lost, with the same save id, and expects it to be stored once. */
  async repeat(): Promise<void> {
    if (this.#open) await this.#send(this.#open)
  }

  async #send(save: OpenSave): Promise<void> {
    const answer = await this.person.client.send('PUT', `/api/v1/decks/${this.person.deckId}.json`, save.body)
    if (answer.status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return
    }
    if (answer.status !== 200 || answer.body.version !== save.after.version) {
      throw new Error(`A save was answered with ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`)
    }
    this.#acknowledged = save.after
    this.#open = null
    this.acknowledged += 1
  }

  #nextSave(): OpenSave {
    this.#count += 1
    const mark = `${this.person.deckId}x${this.#count}`
    const { slides, version } = this.#acknowledged
    const dice = this.#random.next()
    const at = this.#random.between(0, slides.length - 1)
    const written = (id: string) => ({ id, mark, note: `note-${mark}` })
    let next = slides.map((slide, index) => (index === at ? written(slide.id) : slide))
    if (dice < 0.15 && slides.length < 12) next = next.toSpliced(at, 0, written(newSlideId()))
    else if (dice < 0.25 && slides.length > 3) next = next.toSpliced((at + 1) % slides.length, 1)
    else if (dice < 0.35) next = next.toReversed()
    const changed = next.filter((slide) => slide.mark === mark)
    const deck = {
      version,
      save_id: `${mark}-${crypto.randomUUID()}`,
      slides: {
        ...(dice < 0.35 ? { order: next.map((slide) => slide.id) } : {}),
        changed: Object.fromEntries(
          changed.map(({ id }) => [id, `<section data-id="${id}"><p>mark-${mark}</p></section>`]),
        ),
        notes: Object.fromEntries(changed.map(({ id, note }) => [id, note])),
      },
    }
    return { body: { deck }, after: { version: version + 1, slides: next } }
  }

  /**
   * Compares the server's deck with the log: everything acknowledged must be there, and the save in flight completely
   * or not at all. Returns the error, or null.
   */
  async check(): Promise<string | null> {
    const answer = await this.person.client.send('GET', `/api/v1/decks/${this.person.deckId}/data.json`)
    if (answer.status !== 200) return `the deck cannot be read: ${answer.status}`
    const { data, notes, version } = answer.body as { data: string; notes: Record<string, string>; version: number }
    const found = [...data.matchAll(/data-id="([0-9a-f]{32})"[^>]*>.*?mark-(\w+)/gs)].map(
      ([, id = '', mark = '']) => `${id} ${mark} ${notes?.[id] ?? ''}`,
    )
    const allowed = [this.#acknowledged, ...(this.#open ? [this.#open.after] : [])]
    const expected = allowed.find((model) => model.version === version)
    if (!expected) return `version ${version} instead of ${allowed.map((model) => model.version).join(' or ')}`
    const wanted = expected.slides.map(({ id, mark, note }) => `${id} ${mark} ${note}`)
    if (found.join('\n') === wanted.join('\n')) return null
    return `version ${version} holds\n${found.join('\n')}\ninstead of\n${wanted.join('\n')}`
  }
}
