import { editorOf } from '../../../blocks/find-editor.ts'
import type { Block, Slide } from '../../../document/deck-model.ts'
import { type StepEntry, stepNumbers } from '../../../document/slide-steps.ts'

/** A step within a block: code that highlights its next lines. */
export interface InnerStep {
  readonly block: Block
  /** The label: 'lines 8–11'. */
  readonly words: string
  /** The number of the step on the slide, from 0. */
  readonly step: number
}

/** The numbered steps of a slide, from 0. */
export interface SlideSteps {
  /** One number for each entry, in the same order. */
  readonly entries: readonly number[]
  readonly inner: readonly InnerStep[]
}

/**
 * Numbers the steps of a slide in the order of the player: fragments with an index, then the others in the order of the
 * markup. Steps within blocks have no index.
 */
export function slideSteps(slide: Slide, entries: readonly StepEntry[]): SlideSteps {
  const loose = new Set(slide.blocks.filter((block) => block.fragment?.index === null).map((block) => block.id))
  const indexed = stepNumbers(entries.filter((entry) => !loose.has(entry.block)))
  const numbers = [...indexed]
  const inner: InnerStep[] = []
  let next = (indexed.at(-1) ?? -1) + 1
  for (const block of slide.blocks) {
    if (loose.has(block.id)) numbers.push(next++)
    for (const words of editorOf(block.type)?.innerSteps?.(block) ?? []) inner.push({ block, words, step: next++ })
  }
  return { entries: numbers, inner }
}
