import { indicesAround } from './inner-fragments.ts'
import type { Block, BlockId, Slide } from './types.ts'

/**
 * When a block comes: with a press of the person (`click`), together with the block before it (`with`), or by itself
 * some time after it (`after`).
 *
 * In the markup all of it is said in reveal.js's own words, so that a plain reveal.js page plays it too: blocks with
 * the same data-fragment-index come together, and a step whose blocks carry data-autoslide is followed by the next one
 * after so many ms.
 */
export type StepStart = 'click' | 'with' | 'after'

/** A block that appears (or goes) step by step. */
export interface StepEntry {
  readonly block: BlockId
  /** The class of its style; '' is fade in. */
  readonly style: string
  readonly start: StepStart
  /** For `after`: ms after the step before. */
  readonly delay: number
}

/** The wait of a step that follows by itself, until somebody chooses another; in ms. */
export const defaultDelay = 500

const waiting = 'data-autoslide'

/** The blocks of each step, in the order of the show: by their index, then those without one in the order of the markup. */
export function stepsOf(slide: Slide): readonly (readonly Block[])[] {
  const numbered = new Map<number, Block[]>()
  const loose: Block[][] = []
  for (const block of slide.blocks) {
    if (!block.fragment) continue
    const { index } = block.fragment
    if (index === null) loose.push([block])
    else numbered.set(index, [...(numbered.get(index) ?? []), block])
  }
  const ordered = [...numbered].sort(([a], [b]) => a - b).map(([, blocks]) => blocks)
  return [...ordered, ...loose]
}

/** How long after a step the next one follows by itself, in ms; null when it waits. */
function waitAfter(step: readonly Block[] | undefined): number | null {
  for (const block of step ?? []) {
    const value = Number(block.attributes.find(([name]) => name === waiting)?.[1])
    if (value > 0) return value
  }
  return null
}

/** All that appears step by step on a slide, in order. */
export function entriesOf(slide: Slide): StepEntry[] {
  const steps = stepsOf(slide)
  return steps.flatMap((blocks, index) => {
    const wait = index === 0 ? null : waitAfter(steps[index - 1])
    return blocks.map((block, place): StepEntry => {
      const start = place > 0 ? 'with' : wait === null ? 'click' : 'after'
      return { block: block.id, style: block.fragment?.style ?? '', start, delay: wait ?? defaultDelay }
    })
  })
}

/** The number of the step of each entry, from 0. Nothing comes with or after nothing: the first one waits for a press. */
export function stepNumbers(entries: readonly StepEntry[]): number[] {
  let step = -1
  return entries.map((entry) => {
    if (step < 0 || entry.start !== 'with') step++
    return step
  })
}

/**
 * The slide with exactly these blocks appearing in exactly this order. Blocks that don't change stay the same objects.
 * Pieces of texts that appear by themselves keep their moment, and the wait after the last step, with which the show
 * goes on to the next slide, stays with the last step.
 */
export function withEntries(slide: Slide, entries: readonly StepEntry[]): Slide {
  const numbers = stepNumbers(entries)
  const heads = entries.filter((_, index) => index === 0 || numbers[index] !== numbers[index - 1])
  const places = new Map(entries.map((entry, index) => [entry.block, { entry, step: numbers[index]! }]))
  const steps = heads.map((_, step) => entries.filter((__, index) => numbers[index] === step).map(({ block }) => block))
  const indices = indicesAround(slide, steps)
  const lastWait = waitAfter(stepsOf(slide).at(-1))
  const blocks = slide.blocks.map((before): Block => {
    const block = indices.number(before)
    const place = places.get(block.id)
    if (!place) return block.fragment ? withWait({ ...block, fragment: null }, null) : block
    const next = heads[place.step + 1]
    const { style } = place.entry
    const index = indices.steps[place.step]!
    const same = block.fragment?.style === style && block.fragment.index === index
    const stepped = same ? block : { ...block, fragment: { style, index } }
    if (!next) return withWait(stepped, lastWait)
    return withWait(stepped, next.start === 'after' ? next.delay : null)
  })
  return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
}

function withWait(block: Block, ms: number | null): Block {
  const present = block.attributes.find(([name]) => name === waiting)?.[1] ?? null
  const wanted = ms === null ? null : String(ms)
  if (present === wanted) return block
  const rest = block.attributes.filter(([name]) => name !== waiting)
  return { ...block, attributes: wanted === null ? rest : [...rest, [waiting, wanted]] }
}

/**
 * The entries with one of them at another place, on its own: it goes before or after what comes together, never in
 * between, for the markup has no order there. What came with the moved one keeps its own moment.
 */
export function movedEntry(entries: readonly StepEntry[], from: number, to: number): StepEntry[] {
  const moved = entries[from]
  if (!moved || from === to) return [...entries]
  const rest = withoutEntry(entries, moved.block)
  let place = Math.max(0, Math.min(to, rest.length))
  while (place > 0 && place < rest.length && rest[place]!.start === 'with') place += to < from ? -1 : 1
  const start = moved.start === 'with' ? 'click' : moved.start
  return rest.toSpliced(place, 0, { ...moved, start })
}

/** The entries without one of them. What came with it keeps its moment. */
export function withoutEntry(entries: readonly StepEntry[], block: BlockId): StepEntry[] {
  const index = entries.findIndex((entry) => entry.block === block)
  const gone = entries[index]
  if (!gone) return [...entries]
  const next = entries[index + 1]
  const led = next?.start === 'with' && (gone.start !== 'with' || index === 0)
  const healed = led ? entries.with(index + 1, { ...next, start: gone.start, delay: gone.delay }) : entries
  return healed.toSpliced(index, 1)
}
