import { blockDataAttributes, blocks } from '../../blocks/index.ts'
import { checkDeck } from '../../document/check-deck.ts'
import type { Deck, Slide, SlideId, Slides } from '../../document/deck-model.ts'
import { loadSlides } from '../../document/load-slides.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { renderSlides } from '../../document/render-slides.ts'
import { type SanitizeOptions, sanitize } from '../../document/sanitize/sanitize.ts'
import { type Structure, slideIds, structureOf } from '../../document/structure.ts'
import { contentBetween } from '../../editor/autosave/save-content.ts'
import { historyLimit } from '../../editor/history/history.ts'
import { deeds } from './monkey-deeds.ts'
import { type MonkeyWorld, openWorld } from './monkey-world.ts'

/** Result of a monkey run. */
export interface MonkeyRun {
  /** Violations, each with the action after which it was found; empty if there are none. */
  readonly faults: readonly string[]
  /** Number of actions that changed the deck. */
  readonly changes: number
  /** Maximum number of undo steps at once. */
  readonly steps: number
}

const chances = deeds.flatMap(([often, deed]) => Array.from({ length: often }, () => deed))

/** Interval at which everything is undone and redone, in actions. */
const everySoMany = 200

const stored: SanitizeOptions = {
  context: 'slide',
  customClasses: true,
  mediaHosts: [],
  appHosts: ['lectern.test'],
  blockAttributes: blockDataAttributes,
}

/**
 * Performs `actions` random actions on a deck's editor, undo and redo included. After each, checks that the deck is
 * valid and stored unchanged. At intervals everything is undone, which must restore the first deck (or, beyond the
 * history's limit, an earlier one) byte for byte, and redone, which must restore the last.
 */
export async function runMonkey(deck: Deck, seed: number, actions: number): Promise<MonkeyRun> {
  const run = new Run(openWorld(deck, seed), deck)
  for (let action = 0; action < actions && run.faults.length === 0; action++) await run.act(action)
  run.checkHistory('at the end')
  return run
}

class Run implements MonkeyRun {
  readonly faults: string[] = []
  changes = 0
  steps = 0
  readonly #world: MonkeyWorld
  readonly #first: Deck
  readonly #firstBytes: string
  /** Every deck that was shown. */
  readonly #seen = new WeakSet<Deck>()
  readonly #server: Server
  #last: Deck

  constructor(world: MonkeyWorld, deck: Deck) {
    this.#world = world
    this.#first = deck
    this.#firstBytes = renderSlides(deck, blocks, { notes: true })
    this.#server = new Server(deck)
    this.#last = deck
    this.#seen.add(deck)
    world.editor.model.subscribe(() => this.#seen.add(world.editor.model.getState().deck))
  }

  async act(action: number): Promise<void> {
    const { editor, below } = this.#world
    const deed = chances[below(chances.length)]!
    let done: string
    try {
      done = await deed(this.#world)
      await Promise.resolve()
    } catch (error) {
      this.faults.push(`action ${action}: ${error instanceof Error ? error.stack : error}`)
      return
    }
    const { deck } = editor.model.getState()
    if (deck !== this.#last) this.changes += 1
    const before = this.#last
    this.#last = deck
    const faults = [...checkDeck(deck), ...viewFaults(this.#world), ...changedSlides(before, deck).flatMap(slideFaults)]
    if (below(20) === 0) faults.push(...this.#server.save(deck))
    this.faults.push(...faults.map((fault) => `action ${action} (${done}): ${fault}`))
    if (action % everySoMany === everySoMany - 1) this.checkHistory(`action ${action}`)
  }

  /** Undoes and redoes everything. */
  checkHistory(when: string): void {
    const { editor } = this.#world
    const { deck: last } = editor.model.getState()
    const lastBytes = renderSlides(last, blocks, { notes: true })
    const forward = takeAll(
      () => editor.model.redo(),
      () => editor.model.getState().redoLabel,
    )
    const count = takeAll(
      () => editor.model.undo(),
      () => editor.model.getState().undoLabel,
    )
    const { deck: oldest } = editor.model.getState()
    const fault = (words: string) => this.faults.push(`${when}: ${words}`)
    this.steps = Math.max(this.steps, count)
    if (count > historyLimit) fault(`${count} steps are more than the history may keep`)
    if (count < historyLimit && oldest !== this.#first) fault('undoing everything did not give the first deck')
    if (oldest === this.#first && renderSlides(oldest, blocks, { notes: true }) !== this.#firstBytes)
      fault('undoing everything did not give the first bytes')
    if (!this.#seen.has(oldest)) fault('undoing everything gave a deck that never was there')
    if (checkDeck(oldest).length > 0) fault(`the oldest deck is not sound: ${checkDeck(oldest)[0]}`)
    this.faults.push(...this.#server.save(oldest).map((words) => `${when}, all undone: ${words}`))
    for (let step = 0; step < count - forward; step++) editor.model.redo()
    if (editor.model.getState().deck !== last) fault('redoing did not give the last deck')
    if (renderSlides(editor.model.getState().deck, blocks, { notes: true }) !== lastBytes)
      fault('redoing gave other bytes')
  }
}

function takeAll(take: () => void, label: () => string | null): number {
  let count = 0
  while (label() !== null) {
    take()
    count += 1
  }
  return count
}

function viewFaults({ editor }: MonkeyWorld): string[] {
  const { deck, slideId, selection, selectedSlides, editing } = editor.model.getState()
  const slide = deck.slides[slideId]
  if (!slide) return ['the slide on the canvas is not in the deck']
  const known = new Set(slide.blocks.map((block) => block.id))
  return [
    ...(selection.every((id) => known.has(id)) ? [] : ['something is selected that is not on the slide']),
    ...(new Set(selection).size === selection.length ? [] : ['something is selected twice']),
    ...(editing === null || selection.includes(editing) ? [] : ['what is edited is not selected']),
    ...(selectedSlides.every((id) => deck.slides[id]) ? [] : ['a slide is chosen that is not there']),
    ...(selectedSlides.length === 0 || selectedSlides.includes(slideId)
      ? []
      : ['the slide on the canvas is not among the chosen']),
  ]
}

function changedSlides(before: Deck, after: Deck): readonly Slide[] {
  return Object.values(after.slides).filter((slide) => before.slides[slide.id] !== slide)
}

/** A slide as the server stores it, and the sanitizer's removals. */
function storedSlide(slide: Slide): { readonly html: string; readonly removed: readonly string[] } {
  const clean = sanitize(renderSlide(slide, blocks), stored)
  return {
    html: renderSlide(parseSlide(clean.html, blocks), blocks),
    removed: clean.removed.map(({ message }) => message),
  }
}

/** A deck as loaded from the server. */
export function asStored(slides: Slides, settings: Deck['settings']): Deck {
  const all = Object.values(slides.slides)
  const html = Object.fromEntries(all.map((slide) => [slide.id, storedSlide(slide).html]))
  const notes = Object.fromEntries(all.map((slide) => [slide.id, slide.notes]))
  return { ...loadSlides(structureOf(slides), html, notes, blocks), settings }
}

/** Changes by the server's sanitizer: none for a slide written by this editor. */
function slideFaults(slide: Slide): string[] {
  const { html, removed } = storedSlide(slide)
  if (removed.length > 0) return [`the server takes out: ${removed.join('; ')}`]
  const [theirs, mine] = [parseSlide(html, blocks), slide].map((each) => writtenAnew(each))
  return theirs === mine ? [] : [`the server stores otherwise:\n${firstDifference(theirs!, mine!)}`]
}

/**
 * A slide as rendered from scratch, without invisible differences: the server adds rel and title attributes and
 * normalizes the quotes of font names.
 */
function writtenAnew(slide: Slide): string {
  return renderSlide({ ...slide, blocks: [...slide.blocks] }, blocks)
    .replaceAll(' rel="noopener noreferrer nofollow" target="_blank"', '')
    .replaceAll(/ title="Page from [^"]*"/g, '')
    .replaceAll('&quot;', "'")
}

/** The first difference of two texts: the server's above the editor's. */
function firstDifference(theirs: string, mine: string): string {
  let at = 0
  while (theirs[at] === mine[at]) at += 1
  return [theirs, mine].map((text) => text.slice(Math.max(0, at - 300), at + 200)).join('\n\n')
}

/** The server's copy of the deck, updated by changes only. */
class Server {
  #deck: Deck
  #structure: Structure
  readonly #html: Record<SlideId, string> = {}
  readonly #notes: Record<SlideId, string> = {}

  constructor(deck: Deck) {
    this.#deck = deck
    this.#structure = structureOf(deck)
    for (const slide of Object.values(deck.slides)) {
      this.#html[slide.id] = renderSlide(slide, blocks)
      this.#notes[slide.id] = slide.notes
    }
  }

  /** Sends the changes since the last save; returns the differences afterward. */
  save(deck: Deck): string[] {
    const { structure, changed, notes } = contentBetween(this.#deck, deck, false)
    this.#deck = deck
    this.#structure = structure ?? this.#structure
    Object.assign(this.#html, changed)
    Object.assign(this.#notes, notes)
    const known = new Set(slideIds(this.#structure))
    for (const id of Object.keys(this.#html).filter((each) => !known.has(each))) {
      delete this.#html[id]
      delete this.#notes[id]
    }
    const loaded = loadSlides(this.#structure, this.#html, this.#notes, blocks)
    const theirs = renderSlides(loaded, blocks, { notes: true })
    const mine = renderSlides(deck, blocks, { notes: true })
    return theirs === mine ? [] : [`what was saved is not what is shown:\n${firstDifference(theirs, mine)}`]
  }
}
