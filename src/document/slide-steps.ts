import type { Block, BlockId, Slide } from './deck-model.ts'
import { indicesAround } from './inner-fragments.ts'

/**
 * When a block appears: on a click, together with the block before it (`with`), or automatically after it (`after`).
 *
 * Stored in reveal.js's own attributes, so that plain reveal.js plays it too. Blocks with the same data-fragment-index
 * appear together; data-autoslide on a step's blocks is the delay to the next step, in ms.
 */
export type StepStart = 'click' | 'with' | 'after'

/** A block that is a fragment. */
export interface StepEntry {
  readonly block: BlockId
  /** The fragment style's class; '' is fade in. */
  readonly style: string
  readonly start: StepStart
  /** For `after`: delay after the previous step, in ms. */
  readonly delay: number
}

/** Default delay of an automatic step, in ms. */
export const defaultDelay = 500

const delayAttribute = 'data-autoslide'

/** The blocks of each step in presentation order: by index, then blocks without an index in source order. */
export function stepsOf(slide: Slide): readonly (readonly Block[])[] {
  const numbered = new Map<number, Block[]>()
  const unindexed: Block[][] = []
  for (const block of slide.blocks) {
    if (!block.fragment) continue
    const { index } = block.fragment
    if (index === null) unindexed.push([block])
    else numbered.set(index, [...(numbered.get(index) ?? []), block])
  }
  const ordered = [...numbered].sort(([a], [b]) => a - b).map(([, blocks]) => blocks)
  return [...ordered, ...unindexed]
}

/** Delay from a step to the next one, in ms; null if it waits for a click. */
function delayAfter(step: readonly Block[] | undefined): number | null {
  for (const block of step ?? []) {
    const value = Number(block.attributes.find(([name]) => name === delayAttribute)?.[1])
    if (value > 0) return value
  }
  return null
}

/** All fragments of a slide, in order. */
export function entriesOf(slide: Slide): StepEntry[] {
  const steps = stepsOf(slide)
  return steps.flatMap((blocks, index) => {
    const delay = index === 0 ? null : delayAfter(steps[index - 1])
    return blocks.map((block, place): StepEntry => {
      const start = place > 0 ? 'with' : delay === null ? 'click' : 'after'
      return { block: block.id, style: block.fragment?.style ?? '', start, delay: delay ?? defaultDelay }
    })
  })
}

/** The step index of each entry, from 0. The first entry always waits for a click. */
export function stepNumbers(entries: readonly StepEntry[]): number[] {
  let step = -1
  return entries.map((entry) => {
    if (step < 0 || entry.start !== 'with') step++
    return step
  })
}

/**
 * The slide with exactly these fragments in this order. Unchanged blocks stay the same objects. Fragments inside texts
 * keep their step, and the delay to the next slide stays with the last step.
 */
export function withEntries(slide: Slide, entries: readonly StepEntry[]): Slide {
  const numbers = stepNumbers(entries)
  const heads = entries.filter((_, index) => index === 0 || numbers[index] !== numbers[index - 1])
  const places = new Map(entries.map((entry, index) => [entry.block, { entry, step: numbers[index]! }]))
  const steps = heads.map((_, step) => entries.filter((__, index) => numbers[index] === step).map(({ block }) => block))
  const indices = indicesAround(slide, steps)
  const lastDelay = delayAfter(stepsOf(slide).at(-1))
  const blocks = slide.blocks.map((before): Block => {
    const block = indices.number(before)
    const place = places.get(block.id)
    if (!place) return block.fragment ? withDelay({ ...block, fragment: null }, null) : block
    const next = heads[place.step + 1]
    const { style } = place.entry
    const index = indices.steps[place.step]!
    const same = block.fragment?.style === style && block.fragment.index === index
    const stepped = same ? block : { ...block, fragment: { style, index } }
    if (!next) return withDelay(stepped, lastDelay)
    return withDelay(stepped, next.start === 'after' ? next.delay : null)
  })
  return blocks.every((block, index) => block === slide.blocks[index]) ? slide : { ...slide, blocks }
}

function withDelay(block: Block, ms: number | null): Block {
  const present = block.attributes.find(([name]) => name === delayAttribute)?.[1] ?? null
  const wanted = ms === null ? null : String(ms)
  if (present === wanted) return block
  const rest = block.attributes.filter(([name]) => name !== delayAttribute)
  return { ...block, attributes: wanted === null ? rest : [...rest, [delayAttribute, wanted]] }
}

/**
 * Moves an entry to another index, as a step of its own: before or after other steps, never inside one, since the
 * markup has no order there. Blocks that appeared with it keep their step.
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

/** Removes an entry. Blocks that appeared with it keep their step. */
export function withoutEntry(entries: readonly StepEntry[], block: BlockId): StepEntry[] {
  const index = entries.findIndex((entry) => entry.block === block)
  const removed = entries[index]
  if (!removed) return [...entries]
  const next = entries[index + 1]
  const promotesNext = next?.start === 'with' && (removed.start !== 'with' || index === 0)
  const adjusted = promotesNext
    ? entries.with(index + 1, { ...next, start: removed.start, delay: removed.delay })
    : entries
  return adjusted.toSpliced(index, 1)
}
