import { type Attack, canary } from '../attack.ts'
import { type AttackDeck, makeAttackDeck, ownFields, throughTheGate } from './attack-deck.ts'
import { type AttackSlide, attackSlides, marksIn, nameOfMark } from './attack-slides.ts'
import { type AllWalls, type AttackedInstance, startAttackedInstance } from './attacked-instance.ts'
import { openRunJournal, type RunJournal } from './run-journal.ts'
import { distinctForms, type StoredForms, slidesOfForms } from './stored-forms.ts'
import type { View } from './views.ts'
import { type SeenView, visitView } from './visit-view.ts'

/** Options of a run. */
export interface MatrixOptions {
  readonly attacks: readonly Attack[]
  readonly views: readonly View[]
  readonly walls: AllWalls
  /** Slides per deck. */
  readonly slidesOfDeck: number
  /** Checkpoints, including the name of the run. */
  readonly journal?: RunJournal
  readonly name?: string
  /** Called with progress messages. */
  readonly progress?: (line: string) => void
}

/** Result of a run. */
export interface MatrixResult {
  readonly attacks: number
  /** Slides that were refused as a whole. */
  readonly refused: number
  /** Number of fields that attacks were written to. */
  readonly places: number
  /** Number of variants shown: stored forms, or unchanged attacks. */
  readonly shown: number
  readonly decks: number
  readonly loads: number
  readonly visited: number
  /** Views that did not show their content, or not all slides. */
  readonly notShown: readonly string[]
  /** Number of sanitized slides that a second sanitizer pass changed. */
  readonly changed: number
  /** Executed scripts, by origin. */
  readonly hits: { readonly inApp: number; readonly elsewhere: number }
  /** Number of attacks whose scripts ran and reported their number. */
  readonly attacksThatRan: number
  /** Scripts blocked by a CSP. */
  readonly stopped: number
  readonly escapes: number
  /** Connections to the canary host. */
  readonly canary: number
  /** Requests to other hosts that disclosed their origin. */
  readonly told: number
  /** The first findings: view, and attack if known. */
  readonly findings: readonly string[]
  readonly seconds: number
}

/** A stored visit: with the view's name and the size of its deck. */
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

/** Writes the attacks into decks of a new instance and opens each in every view. */
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

/** The instance of a run, started on demand, and its checkpoints. */
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

  /** The sanitizer's results are independent of the other protections, so all runs share them. */
  gate(): Promise<Gate> {
    return this.#journal.once('gate', async () => {
      const slides = attackSlides(this.#options.attacks, 0)
      const progress = this.#options.progress ?? (() => undefined)
      const { stored, refused } = await throughTheGate(await this.#started(), slides, progress)
      return { forms: distinctForms(stored), refused, places: sumOf(slides, ({ places }) => places) }
    })
  }

  /**
   * Creates a deck and opens it in every view; pages that show only its metadata are opened for the first deck only.
   */
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

/** Distributes slides to decks round-robin, so that an interrupted run has tested slides of every kind. */
function dealt<T>(slides: readonly T[], most: number): T[][] {
  const decks = Math.ceil(slides.length / most)
  return Array.from({ length: decks }, (_, deck) => slides.filter((_, index) => index % decks === deck))
}

function sumOf<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}

/** Whether a view showed nothing, or fewer than 90 % of its slides. Less than all, since synchronized frames share steps. */
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
