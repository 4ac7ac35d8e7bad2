/**
 * Claim: with 500 undo steps on 60 slides of 20 blocks, a foreign change of a slide costs the history less than a tenth
 * of what it costs to apply it to all kept decks at once, and a change of the whole deck less than three quarters, also
 * after hundreds. Canceling a gesture after 200 costs less than a tenth; the next undo, which brings its decks up to
 * date, less than one change did before. Peer, in the same run: the history that does so (src/testing/eager-history.ts).
 * Floor: a command applied to one deck. CPU time, the minimum of several tries. Exit code 1 if the claim fails. Usage:
 * node bench/editor-history.ts [tries]
 */
import type { Block, Deck, Slide } from '../src/document/deck-model.ts'
import { setProps } from '../src/editor/commands/block-commands.ts'
import type { Command } from '../src/editor/commands/command.ts'
import { createHistory, type History, historyLimit, type Mark } from '../src/editor/history/history.ts'
import type { Snapshot } from '../src/editor/history/snapshot.ts'
import { createEagerHistory } from '../src/testing/eager-history.ts'
import { blockId, slideId, testBlock, testDeck, testSlide } from '../src/testing/editor-decks.ts'

const [slides, blocks, changes, later] = [60, 20, 200, 600]
const [, , tries = '3'] = process.argv

type Measured = 'changes' | 'cancel' | 'undo' | 'later'
const names: Readonly<Record<Measured, string>> = {
  changes: `each of ${changes} foreign changes`,
  cancel: 'canceling a gesture after them',
  undo: 'the next undo (the peer: a change)',
  later: `each of ${later} foreign changes after them`,
}

/** Parts of the peer's time: of the same act, for an undo of a change. */
const bars = {
  'of a slide': { changes: 0.1, cancel: 0.1, undo: 1, later: 0.1 },
  'of the whole deck': { changes: 0.75, cancel: 0.1, undo: 1, later: 0.75 },
} as const
type Kind = keyof typeof bars

/** A command that types into a block; other numbers, other slides and blocks. */
function typing(number: number, text: string): Command {
  const slide = number % slides
  const block = Math.floor(number / slides) % blocks
  return setProps(slideId(slide + 1), [blockId(slide * blocks + block + 1)], { html: `<p>${text} ${number}</p>` })
}

const forms: Readonly<Record<Kind, (command: Command) => Command>> = {
  'of a slide': (command) => command,
  // As a merge is one: the history knows nothing of what it reads and changes.
  'of the whole deck': (command) => (deck) => command(deck),
}

function benchDeck(): Deck {
  const of = (slide: number): Slide => {
    const block = (index: number): Block => testBlock(slide * blocks + index + 1, { type: 'text' })
    return testSlide(
      slide + 1,
      Array.from({ length: blocks }, (_, index) => block(index)),
    )
  }
  const all = Array.from({ length: slides }, (_, index) => of(index))
  return testDeck(
    all.map((_, index) => index + 1),
    all,
  )
}

/** CPU ms. */
function work(act: () => void): number {
  const start = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** One user's deck and its history, with the limit's number of steps and a gesture begun. */
class Written {
  readonly #history: History
  readonly #mark: Mark
  #present: Snapshot

  constructor(history: History) {
    this.#history = history
    this.#present = { deck: benchDeck(), slideId: slideId(1), selection: [] }
    for (let step = 0; step < historyLimit; step++) {
      const before = this.#present
      this.#present = { ...before, deck: typing(step * 7, 'mine')(before.deck) }
      history.record({ before, after: this.#present, label: 'Type', key: `${step}`, time: step }, 'step')
    }
    this.#mark = history.mark(this.#present)
  }

  change(command: Command): void {
    this.#present = { ...this.#present, deck: this.#history.rebase(command, this.#present.deck) }
  }

  cancel(): void {
    this.#present = this.#history.cancelTo(this.#mark)
  }

  undo(): void {
    this.#present = this.#history.undo() ?? this.#present
  }
}

/** CPU ms of each part; per change for changes. */
function measure(history: History, form: (command: Command) => Command): Record<Measured, number> {
  const written = new Written(history)
  const run = (count: number, from: number): number => {
    const commands = Array.from({ length: count }, (_, index) => form(typing((from + index) * 13, 'theirs')))
    const all = work(() => {
      for (const command of commands) written.change(command)
    })
    return all / count
  }
  const first = run(changes, 0)
  const cancel = work(() => written.cancel())
  const undo = work(() => written.undo())
  return { changes: first, cancel, undo, later: run(later, changes) }
}

/** The least of several tries, part by part. */
function least(of: () => Record<Measured, number>): Record<Measured, number> {
  const all = Array.from({ length: Number(tries) }, of)
  const parts = (Object.keys(names) as Measured[]).map((part) => [part, Math.min(...all.map((one) => one[part]))])
  return Object.fromEntries(parts) as Record<Measured, number>
}

function floor(): number {
  const commands = Array.from({ length: changes }, (_, index) => typing(index * 13, 'theirs'))
  const deck = benchDeck()
  return work(() => void commands.reduce((next, command) => command(next), deck)) / changes
}

let missed = 0
const alone = Math.min(...Array.from({ length: Number(tries) }, floor))
console.log(`floor: a command on one deck: ${alone.toFixed(3)} ms`)
for (const kind of Object.keys(bars) as Kind[]) {
  const peer = least(() => measure(createEagerHistory(), forms[kind]))
  const ours = least(() => measure(createHistory(), forms[kind]))
  console.log(`changes ${kind}: ms, and the peer's`)
  for (const part of Object.keys(names) as Measured[]) {
    const than = peer[part === 'undo' ? 'changes' : part]
    const ratio = ours[part] / than
    const held = ratio < bars[kind][part]
    if (!held) missed += 1
    const numbers = `${ours[part].toFixed(3)}, ${than.toFixed(3)}: ${ratio.toFixed(3)}x`
    console.log(
      `${held ? 'ok    ' : 'MISSED'} ${names[part]}: ${numbers}, ${(ours[part] / alone).toFixed(1)}x the floor`,
    )
  }
}
console.log(missed === 0 ? 'The claim holds.' : `${missed} missed.`)
process.exitCode = missed === 0 ? 0 : 1
