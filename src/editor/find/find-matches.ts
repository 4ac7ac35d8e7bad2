import { blocks } from '../../blocks/index.ts'
import { renderSlide } from '../../document/render-slide.ts'
import type { BlockId, Deck, Slide, SlideId } from '../../document/types.ts'
import { slideOrder } from '../commands/find-slide.ts'
import { readRuns, type TextRun } from './text-runs.ts'

/** What is looked for. */
export interface FindOptions {
  readonly query: string
  readonly matchCase: boolean
  /** Only where no letter or digit stands right before or after it. */
  readonly wholeWord: boolean
}

/** One place where it stands. */
export interface FindMatch {
  readonly slideId: SlideId
  readonly blockId: BlockId | null
  readonly kind: TextRun['kind'] | 'notes'
  /** Which of the slide's runs it is in; -1 in the notes. */
  readonly run: number
  /** From and to (exclusive) in the text of the run, or of the notes. */
  readonly from: number
  readonly to: number
}

const wordBefore = /[\p{L}\p{N}_]$/u
const wordAfter = /^[\p{L}\p{N}_]/u

/** Each slide's texts are read once, however often is searched. */
const known = new WeakMap<Slide, readonly TextRun[]>()

/** The texts of a slide, notes apart. */
export function runsOf(slide: Slide): readonly TextRun[] {
  const read = known.get(slide) ?? readRuns(renderSlide(slide, blocks))
  known.set(slide, read)
  return read
}

/** Where in a text something stands, as [from, to) in UTF-16 units. Nothing is found by an empty query. */
export function placesIn(text: string, { query, matchCase, wholeWord }: FindOptions): readonly [number, number][] {
  if (query === '') return []
  const source = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')
  const found = [...text.matchAll(new RegExp(source, matchCase ? 'gu' : 'giu'))]
  return found
    .map((one): [number, number] => [one.index, one.index + one[0].length])
    .filter(([from, to]) => !wholeWord || (!wordBefore.test(text.slice(0, from)) && !wordAfter.test(text.slice(to))))
}

/** Everything that is found on a slide: its texts in their order, then its notes. */
export function matchesOn(slide: Slide, options: FindOptions): readonly FindMatch[] {
  const inTexts = runsOf(slide).flatMap(({ text, kind, blockId }, run) =>
    placesIn(text, options).map(([from, to]) => ({ slideId: slide.id, blockId, kind, run, from, to })),
  )
  const inNotes = placesIn(slide.notes, options).map(([from, to]): FindMatch => {
    return { slideId: slide.id, blockId: null, kind: 'notes', run: -1, from, to }
  })
  return [...inTexts, ...inNotes]
}

/** Everything that is found in the deck, in reading order. */
export function findMatches(deck: Deck, options: FindOptions): readonly FindMatch[] {
  if (options.query === '') return []
  return slideOrder(deck).flatMap((id) => matchesOn(deck.slides[id]!, options))
}
