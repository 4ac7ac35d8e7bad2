import { type Attack, canary } from '../attack.ts'
import { inBatches } from '../in-batches.ts'
import { type AttackDeck, makeAttackDeck } from './attack-deck.ts'
import { marksIn, nameOfMark } from './attack-slides.ts'
import { type AllWalls, startAttackedInstance } from './attacked-instance.ts'
import type { View } from './views.ts'
import { type SeenView, visitView } from './visit-view.ts'

/** How a run is made. */
export interface MatrixOptions {
  readonly attacks: readonly Attack[]
  readonly views: readonly View[]
  readonly walls: AllWalls
  /** Attacks of one deck. */
  readonly batch: number
  /** Is told how far it is. */
  readonly progress?: (line: string) => void
}

/** What came of a run. */
export interface MatrixResult {
  readonly attacks: number
  /** Slides that the product refused whole. */
  readonly refused: number
  /** Places in which attacks stood, in all decks. */
  readonly places: number
  readonly loads: number
  readonly visited: number
  /** Views that did not show what they are for. */
  readonly notShown: readonly string[]
  /** Scripts that ran, by where. */
  readonly hits: { readonly inApp: number; readonly elsewhere: number }
  /** Attacks whose scripts ran, of those that say who they are. */
  readonly attacksThatRan: number
  /** Scripts that a policy stopped. */
  readonly stopped: number
  readonly escapes: number
  /** Connections to the canary's host. */
  readonly canary: number
  /** Requests to other machines that told where they come from. */
  readonly told: number
  /** In words, the first of what happened: view, and attack where it is known. */
  readonly findings: readonly string[]
  readonly seconds: number
}

/** Makes decks of the attacks on an instance of its own and opens each in every view. */
export async function runMatrix(options: MatrixOptions): Promise<MatrixResult> {
  const { attacks, views, walls, batch, progress } = options
  const start = performance.now()
  const instance = await startAttackedInstance(walls)
  const sum = new Sum(attacks, new URL(instance.baseUrl).origin)
  try {
    for (const [index, some] of inBatches(attacks, batch).entries()) {
      const deck = await makeAttackDeck(instance, some, index * batch)
      sum.addDeck(deck)
      for (const view of views) {
        if (view.name === 'revision' && deck.revision === null) continue
        const seen = await visitView(instance, view, deck)
        sum.addVisit(view, seen)
      }
      progress?.(`${Math.min(attacks.length, (index + 1) * batch)} of ${attacks.length}: ${sum.loads} pages`)
    }
  } finally {
    await instance.close()
  }
  return sum.result((performance.now() - start) / 1000)
}

/** Adds up what happened. */
class Sum {
  loads = 0
  readonly #attacks: readonly Attack[]
  readonly #appOrigin: string
  readonly #decks: AttackDeck[] = []
  readonly #seen: { view: View; seen: SeenView }[] = []

  constructor(attacks: readonly Attack[], appOrigin: string) {
    this.#attacks = attacks
    this.#appOrigin = appOrigin
  }

  addDeck(deck: AttackDeck): void {
    this.#decks.push(deck)
  }

  addVisit(view: View, seen: SeenView): void {
    this.loads += 1
    this.#seen.push({ view, seen })
  }

  #findings({ view, seen }: { view: View; seen: SeenView }): string[] {
    const named = (mark: number | null) =>
      mark === null ? 'an attack that does not say which' : nameOfMark(mark, this.#attacks)
    return [
      ...seen.hits.map(({ mark, origin }) => `${view.name}: ran in ${origin}: ${named(mark)}`),
      ...seen.canary.map((words) => `${view.name}: ${canary} heard from ${named(marksIn(words)[0] ?? null)}`),
      ...seen.escapes.map((line) => `${view.name}: ${line}`),
      ...seen.told.map((line) => `${view.name}: told where it is to ${line}`),
      ...seen.stopped.map((line) => `${view.name}: a policy stopped ${line}`),
    ]
  }

  result(seconds: number): MatrixResult {
    const all = this.#seen.map(({ seen }) => seen)
    const count = (of: (seen: SeenView) => number) => all.reduce((sum, seen) => sum + of(seen), 0)
    const hits = all.flatMap((seen) => seen.hits)
    const inApp = hits.filter(({ origin }) => origin === this.#appOrigin).length
    const marks = hits.flatMap(({ mark }) => (mark === null ? [] : [Math.floor(mark / 100)]))
    return {
      attacks: this.#attacks.length,
      refused: this.#decks.reduce((sum, deck) => sum + deck.refused, 0),
      places: this.#decks.reduce((sum, deck) => sum + deck.places, 0),
      loads: this.loads,
      visited: count((seen) => seen.visited),
      notShown: this.#seen.filter(({ seen }) => !seen.shown).map(({ view }) => view.name),
      hits: { inApp, elsewhere: hits.length - inApp },
      attacksThatRan: new Set(marks).size,
      stopped: count((seen) => seen.stopped.length),
      escapes: count((seen) => seen.escapes.length),
      canary: count((seen) => seen.canary.length),
      told: count((seen) => seen.told.length),
      findings: [...new Set(this.#seen.flatMap((visit) => this.#findings(visit)))].slice(0, 60),
      seconds,
    }
  }
}
