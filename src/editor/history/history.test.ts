import { isDeepStrictEqual } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editorOf } from '../../blocks/find-editor.ts'
import type { Deck } from '../../document/deck-model.ts'
import { arbitraryEdit, commandOf, connectedDeck, type Edit, isOfOneSlide } from '../../testing/arbitrary-edits.ts'
import { createEagerHistory } from '../../testing/eager-history.ts'
import { blockId, slideId } from '../../testing/editor-decks.ts'
import { setFrames } from '../commands/block-commands.ts'
import type { Command } from '../commands/command.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { isSlideCommand } from '../commands/slide-command.ts'
import { deleteSlides, setNotes } from '../commands/slide-commands.ts'
import { createModel, type EditorModel } from '../state/editor-model.ts'
import { createHistory, foreignChangesSpan, type History, type Mark } from './history.ts'

type Action =
  | { readonly do: 'own'; readonly edit: Edit; readonly undo: 'step' | 'merge' }
  | { readonly do: 'foreign'; readonly edits: readonly Edit[] }
  | { readonly do: 'undo' | 'redo' | 'pause' | 'mark' }
  | { readonly do: 'go' | 'cancel' | 'squash'; readonly which: number }

const own = fc.record({
  do: fc.constant('own' as const),
  edit: arbitraryEdit,
  undo: fc.constantFrom('step', 'merge'),
})
const foreign = fc.record({
  do: fc.constant('foreign' as const),
  edits: fc.array(arbitraryEdit, { minLength: 1, maxLength: 8 }),
})
const travel = fc.record({ do: fc.constantFrom('undo', 'redo', 'undo', 'redo', 'pause', 'mark') })
const back = fc.record({ do: fc.constantFrom('cancel', 'squash', 'go'), which: fc.nat(9) })
const anyActions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(own, own, foreign, travel, travel, back) as fc.Arbitrary<Action>,
  { maxLength: 60, size: 'max' },
)

/** Two models of one deck that run the same actions. */
class Pair {
  readonly #models: readonly [Driven, Driven]
  #fresh = 100
  readonly #twins = new Twins()

  constructor(history: History, reference: History) {
    const deck = connectedDeck()
    this.#models = [new Driven(history, deck), new Driven(reference, deck)]
  }

  act(action: Action): void {
    if (action.do === 'foreign') {
      for (const edit of action.edits) this.edit(edit, 'none')
      return
    }
    if (action.do === 'own') this.edit(action.edit, action.undo)
    else for (const driven of this.#models) driven.act(action)
    this.compare()
  }

  deck(): Deck {
    return this.#models[0].model.getState().deck
  }

  edit(edit: Edit, undo: 'step' | 'merge' | 'none'): Command {
    this.#fresh += 1
    const command = commandOf(edit, this.deck(), this.#fresh)
    expect(isSlideCommand(command)).toBe(isOfOneSlide(edit))
    for (const { model } of this.#models) model.apply(command, { undo, label: edit.kind })
    this.compare()
    return command
  }

  /** Undoes and redoes everything. */
  travel(): void {
    const [{ model }] = this.#models
    while (model.getState().undoLabel !== null) this.act({ do: 'undo' })
    while (model.getState().redoLabel !== null) this.act({ do: 'redo' })
  }

  compare(): void {
    const [{ deck, ...view }, { deck: expected, ...expectedView }] = [
      seen(this.#models[0].model),
      seen(this.#models[1].model),
    ]
    expect(view).toEqual(expectedView)
    expect(this.#twins.same(deck, expected)).toBe(true)
  }
}

function seen(model: EditorModel) {
  const { deck, slideId, selection, undoLabel, redoLabel } = model.getState()
  return { deck, slideId, selection, undoLabel, redoLabel }
}

class Driven {
  readonly model: EditorModel
  #now = 0
  readonly #marks: Mark[] = []

  constructor(history: History, deck: Deck) {
    const options = { deck, slideId: null, now: () => this.#now, heightOf: () => 50, changed: () => undefined }
    this.model = createModel(options, history)
  }

  act(action: Exclude<Action, { readonly do: 'own' | 'foreign' }>): void {
    if ('which' in action) this.#return(action.do, action.which)
    else if (action.do === 'pause') this.#now += 2000
    else if (action.do === 'mark') this.#marks.push(this.model.mark())
    else this.model[action.do]()
  }

  #return(how: 'go' | 'cancel' | 'squash', which: number): void {
    if (how === 'go') this.model.goTo(slideId(which))
    const mark = this.#marks[which % Math.max(1, this.#marks.length)]
    if (!mark) return
    if (how === 'cancel') this.model.cancelToMark(mark)
    if (how === 'squash') this.model.squashToMark(mark, 'Squash')
  }
}

/** Pairs of objects of two models: equal values, and identical wherever the other is. */
class Twins {
  readonly #ofFirst = new WeakMap<object, object>()
  readonly #ofOther = new WeakMap<object, object>()

  same(first: Deck, other: Deck): boolean {
    if (!this.#pair(first, other)) return false
    const slides = Object.values(first.slides).map((slide) => [slide, other.slides[slide.id]!] as const)
    return slides.every(
      ([slide, twin]) =>
        this.#pair(slide, twin) && slide.blocks.every((block, index) => this.#pair(block, twin.blocks[index]!)),
    )
  }

  #pair(first: object, other: object): boolean {
    const [twin, back] = [this.#ofFirst.get(first), this.#ofOther.get(other)]
    if (twin || back) return twin === other && back === first
    this.#ofFirst.set(first, other)
    this.#ofOther.set(other, first)
    return isDeepStrictEqual(first, other)
  }
}

describe('the history after any actions in any order', () => {
  for (const span of [1, 3, foreignChangesSpan]) {
    it(`gives the same decks as applying foreign changes to all steps at once (span ${span})`, () => {
      fc.assert(
        fc.property(anyActions, (actions) => {
          const pair = new Pair(createHistory(span), createEagerHistory())
          for (const action of actions) pair.act(action)
          pair.travel()
        }),
        { seed: 20_300_410, numRuns: 100 },
      )
    })
  }
})

const one = slideId(1)

function open(history: History = createHistory(), deck = connectedDeck()): EditorModel {
  return createModel({ deck, slideId: null, now: () => 0, heightOf: () => 50, changed: () => undefined }, history)
}

function write(model: EditorModel, steps: number): void {
  for (let step = 1; step <= steps; step++) {
    model.apply(setNotes(one, `${step}`), { undo: 'step', label: `Step ${step}` })
  }
}

describe('a foreign change', () => {
  it('is applied to the present deck only, until a step is undone', () => {
    const model = open()
    write(model, 300)
    let calls = 0
    const counted: Command = (deck) => {
      calls += 1
      return setSettings({ title: 'Theirs' })(deck)
    }
    model.apply(counted, { undo: 'none', label: 'Title' })
    expect(calls).toBe(1)
    model.undo()
    expect(calls).toBe(2)
    expect(model.getState().deck).toMatchObject({ settings: { title: 'Theirs' }, slides: { [one]: { notes: '299' } } })
  })

  it('reaches the present deck even if it does not change an earlier deck with the same slide', () => {
    const model = open()
    model.apply(setSettings({ title: 'Mine' }), { undo: 'step', label: 'Title' })
    const elsewhere = setNotes(slideId(2), 'Theirs')
    const ifMine = setNotes(one, 'Theirs')
    const command: Command = (deck) => elsewhere(deck.settings.title === 'Mine' ? ifMine(deck) : deck)
    model.apply(command, { undo: 'none', label: 'Notes' })
    expect(model.slide().notes).toBe('Theirs')
    model.undo()
    expect(model.slide().notes).toBe('')
    model.redo()
    expect(model.slide().notes).toBe('Theirs')
  })

  it('that deletes the slide of a mark: canceling shows the next slide', () => {
    const model = open()
    const mark = model.mark()
    model.apply(deleteSlides([one]), { undo: 'none', label: 'Delete slide' })
    model.cancelToMark(mark)
    expect(model.getState().slideId).toBe(slideId(2))
  })

  it('is in memory for at most two spans, whatever steps, undone steps and marks exist', async () => {
    const span = 8
    expect(await changesInMemory(createHistory(span))).toBeLessThanOrEqual(2 * span)
    // Control: the reference keeps all changes.
    expect(await changesInMemory(createEagerHistory())).toBe(200)
  })
})

/** Number of 200 foreign changes that are not garbage. */
async function changesInMemory(history: History): Promise<number> {
  const model = open(history)
  write(model, 30)
  for (let step = 0; step < 10; step++) model.undo()
  const mark = model.mark()
  write(model, 5)
  model.undo()
  const changes = Array.from({ length: 200 }, (_, index) => {
    const command = setNotes(slideId(2), `${index}`)
    model.apply(command, { undo: 'none', label: 'Notes' })
    return new WeakRef(command)
  })
  // A WeakRef holds its target until its task ends.
  await new Promise((resolve) => setTimeout(resolve))
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const alive = changes.filter((change) => change.deref()).length
  model.cancelToMark(mark)
  expect(model.getState().undoLabel).toBe('Step 20')
  expect(model.getState().deck.slides[slideId(2)]!.notes).toBe('199')
  return alive
}

describe('connected lines', () => {
  const [box, line] = [blockId(10), blockId(12)]
  const startOf = (model: EditorModel) =>
    editorOf('line')!.handles!.read(model.slide().blocks.find(({ id }) => id === line)!)[0]
  const moved = setFrames(one, { [box]: { x: 0, y: 500, width: 100, height: 50, rotation: 0 } })

  it('follow blocks that their own user moves, and not those that others move', () => {
    const [mine, theirs] = [open(), open()]
    mine.apply(moved, { undo: 'step', label: 'Move' })
    expect(startOf(mine)).toEqual({ x: 100, y: 525 })
    theirs.apply(moved, { undo: 'none', label: 'Move' })
    expect(startOf(theirs)).toEqual({ x: 100, y: 25 })
  })

  it('are never changed by following in a foreign change, whatever preceded it', () => {
    fc.assert(
      fc.property(anyActions, fc.array(arbitraryEdit, { minLength: 1, maxLength: 5 }), (actions, edits) => {
        const pair = new Pair(createHistory(), createEagerHistory())
        for (const action of actions) pair.act(action)
        for (const edit of edits) {
          const before = pair.deck()
          const command = pair.edit(edit, 'none')
          expect(isDeepStrictEqual(pair.deck(), command(before))).toBe(true)
        }
      }),
      { seed: 20_300_411, numRuns: 100 },
    )
  })
})
