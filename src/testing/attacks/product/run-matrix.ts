import { type Attack, canary } from '../attack.ts'
import { type AttackDeck, makeAttackDeck, ownFields, throughTheGate } from './attack-deck.ts'
import { type AttackSlide, attackSlides, marksIn, nameOfMark } from './attack-slides.ts'
import { type AllWalls, type AttackedInstance, startAttackedInstance } from './attacked-instance.ts'
import { openRunJournal, type RunJournal } from './run-journal.ts'
import { distinctForms, type StoredForms, slidesOfForms } from './stored-forms.ts'
import type { View } from './views.ts'
import { type SeenView, visitView } from './visit-view.ts'

/** How a run is made. */
export interface MatrixOptions {
  readonly attacks: readonly Attack[]
  readonly views: readonly View[]
  readonly walls: AllWalls
  /** Slides of one deck. */
  readonly slidesOfDeck: number
  /** Where what has been done is kept, with the name of the run in it. */
  readonly journal?: RunJournal
  readonly name?: string
  /** Is told how far it is. */
  readonly progress?: (line: string) => void
}

/** What came of a run. */
export interface MatrixResult {
  readonly attacks: number
  /** Slides that the product refused whole. */
  readonly refused: number
  /** Places in which attacks were written. */
  readonly places: number
  /** What was shown: forms of what the product made of them, or the attacks as they came. */
  readonly shown: number
  readonly decks: number
  readonly loads: number
  readonly visited: number
  /** Views that did not show what they are for, or not all slides of it. */
  readonly notShown: readonly string[]
  /** Slides that the gate changed, although it had made them. */
  readonly changed: number
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

/** A visit as it is kept: with the view's name and the size of its deck. */
interface Visit extends SeenView {
  readonly view: string
  readonly isDeck: boolean
  readonly slides: number
  readonly changed: number
}

interface Gate {
  readonly forms: StoredForms
  readonly refused: number
  readonly places: number
}

/** Writes the attacks into decks of an instance of its own and opens each in every view. */
export async function runMatrix(options: MatrixOptions): Promise<MatrixResult> {
  const { attacks, walls, slidesOfDeck } = options
  const start = performance.now()
  const run = new Run(options)
  try {
    const gate = walls.sanitizer ? await run.gate() : null
    const sources = attacks.map(({ source }) => source)
    const shown = gate ? slidesOfForms(gate.forms, sources) : attackSlides(attacks, 0)
    const decks = dealt(shown, slidesOfDeck)
    const attacksOfDeck = Math.ceil(attacks.length / decks.length)
    const visits: Visit[] = []
    for (const [index, slides] of decks.entries()) {
      const settings = ownFields(attacks.slice(index * attacksOfDeck, (index + 1) * attacksOfDeck))
      visits.push(...(await run.lookAt(index, slides, settings)))
      options.progress?.(`${index + 1} of ${decks.length} decks: ${visits.length} pages`)
    }
    const pieces = sumOf(shown, (slide) => slide.places)
    const sums = { refused: gate?.refused ?? 0, places: gate?.places ?? pieces, shown: pieces }
    return { ...sums, decks: decks.length, ...added(attacks, visits), seconds: (performance.now() - start) / 1000 }
  } finally {
    await run.close()
  }
}

/** The instance of a run, started when it is needed, and what the run has done. */
class Run {
  readonly #options: MatrixOptions
  readonly #journal: RunJournal
  #instance: AttackedInstance | null = null

  constructor(options: MatrixOptions) {
    this.#options = options
    this.#journal = options.journal ?? openRunJournal(null)
  }

  async #started(): Promise<AttackedInstance> {
    this.#instance ??= await startAttackedInstance(this.#options.walls)
    return this.#instance
  }

  /** What the product makes of the attacks; it does so whatever else stands, so all runs share it. */
  gate(): Promise<Gate> {
    return this.#journal.once('gate', async () => {
      const slides = attackSlides(this.#options.attacks, 0)
      const progress = this.#options.progress ?? (() => undefined)
      const { stored, refused } = await throughTheGate(await this.#started(), slides, progress)
      return { forms: distinctForms(stored), refused, places: sumOf(slides, ({ places }) => places) }
    })
  }

  /** Makes a deck and opens it in every view; pages that show only its head are opened for the first deck alone. */
  async lookAt(
    index: number,
    slides: readonly AttackSlide[],
    settings: Readonly<Record<string, unknown>>,
  ): Promise<Visit[]> {
    const views = this.#options.views.filter(({ kind }) => index === 0 || kind === 'deck' || kind === 'editor')
    const visits: Visit[] = []
    let deck: AttackDeck | null = null
    for (const view of views) {
      const key = `${this.#options.name ?? 'run'}, deck ${index}, ${view.name}`
      const visit = await this.#journal.once<Visit>(key, async () => {
        const instance = await this.#started()
        deck ??= await makeAttackDeck(instance, slides, settings)
        const seen = await visitView(instance, view, deck)
        const isDeck = view.kind === 'deck' || view.kind === 'editor'
        return { ...seen, view: view.name, isDeck, slides: deck.slides, changed: deck.changed }
      })
      visits.push(visit)
    }
    return visits
  }

  async close(): Promise<void> {
    await this.#instance?.close()
  }
}

/** Slides dealt to decks like cards, so that a run that was broken off has seen some of every kind. */
function dealt<T>(slides: readonly T[], most: number): T[][] {
  const decks = Math.ceil(slides.length / most)
  return Array.from({ length: decks }, (_, deck) => slides.filter((_, index) => index % decks === deck))
}

function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}

/** Whether a view showed nothing, or stopped before the last slides; frames that go together share their steps. */
function isHalf({ shown, isDeck, slides, visited }: Visit): boolean {
  return !shown || (isDeck && visited < Math.floor((slides - 1) * 0.9))
}

function added(attacks: readonly Attack[], visits: readonly Visit[]) {
  const hits = visits.flatMap((visit) => visit.hits)
  const inApp = hits.filter((hit) => hit.inApp).length
  const ran = hits.flatMap(({ mark }) => (mark === null ? [] : [Math.floor(mark / 100)]))
  const findings = new Set(visits.flatMap((visit) => found(attacks, visit)))
  return {
    attacks: attacks.length,
    loads: visits.length,
    visited: sumOf(visits, ({ visited }) => visited),
    notShown: visits.filter(isHalf).map(({ view, visited, slides }) => `${view}: ${visited} of ${slides} slides`),
    changed: Math.max(0, ...visits.map(({ changed }) => changed)),
    hits: { inApp, elsewhere: hits.length - inApp },
    attacksThatRan: new Set(ran).size,
    stopped: sumOf(visits, ({ stopped }) => stopped.length),
    escapes: sumOf(visits, ({ escapes }) => escapes.length),
    canary: sumOf(visits, (visit) => visit.canary.length),
    told: sumOf(visits, ({ told }) => told.length),
    findings: [...findings].slice(0, 60),
  }
}

function found(attacks: readonly Attack[], visit: Visit): string[] {
  const named = (mark: number | null) =>
    mark === null ? 'an attack that does not say which' : nameOfMark(mark, attacks)
  return [
    ...visit.hits.map(({ mark, inApp }) => `${visit.view}: ran in ${inApp ? 'the app' : 'its frame'}: ${named(mark)}`),
    ...visit.canary.map((words) => `${visit.view}: ${canary} heard from ${named(marksIn(words)[0] ?? null)}`),
    ...visit.escapes.map((line) => `${visit.view}: ${line}`),
    ...visit.told.map((line) => `${visit.view}: told where it is to ${line}`),
    ...visit.stopped.map((line) => `${visit.view}: a policy stopped ${line}`),
  ]
}
