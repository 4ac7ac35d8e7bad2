import { blocks } from '../../blocks/index.ts'
import type { BlockId, Deck, Slide, SlideId } from '../../document/deck-model.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { slideOrder } from '../commands/find-slide.ts'
import { readRuns, type TextRun } from './text-runs.ts'

/** The options of a search. */
export interface FindOptions {
  readonly query: string
  readonly matchCase: boolean
  /** Only matches without a letter, digit or underscore directly before or after. */
  readonly wholeWord: boolean
}

/** A match of a search. */
export interface FindMatch {
  readonly slideId: SlideId
  readonly blockId: BlockId | null
  readonly kind: TextRun['kind'] | 'notes'
  /** The index of its run on the slide; -1 in the notes. */
  readonly run: number
  /** The range in the text of the run or the notes; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

const wordBefore = /[\p{L}\p{N}_]$/u
const wordAfter = /^[\p{L}\p{N}_]/u

/** The text runs per slide version, read once. */
const runs = new WeakMap<Slide, readonly TextRun[]>()

/** The text runs of a slide, without its notes. */
export function runsOf(slide: Slide): readonly TextRun[] {
  const read = runs.get(slide) ?? readRuns(renderSlide(slide, blocks))
  runs.set(slide, read)
  return read
}

/** The matches in a text as [from, to) in UTF-16 units. An empty query has none. */
export function placesIn(text: string, { query, matchCase, wholeWord }: FindOptions): readonly [number, number][] {
  if (query === '') return []
  const source = query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')
  const found = [...text.matchAll(new RegExp(source, matchCase ? 'gu' : 'giu'))]
  return found
    .map((one): [number, number] => [one.index, one.index + one[0].length])
    .filter(([from, to]) => !wholeWord || (!wordBefore.test(text.slice(0, from)) && !wordAfter.test(text.slice(to))))
}

/** All matches on a slide: in its texts in order, then in its notes. */
export function matchesOn(slide: Slide, options: FindOptions): readonly FindMatch[] {
  const inTexts = runsOf(slide).flatMap(({ text, kind, blockId }, run) =>
    placesIn(text, options).map(([from, to]) => ({ slideId: slide.id, blockId, kind, run, from, to })),
  )
  const inNotes = placesIn(slide.notes, options).map(([from, to]): FindMatch => {
    return { slideId: slide.id, blockId: null, kind: 'notes', run: -1, from, to }
  })
  return [...inTexts, ...inNotes]
}

/** All matches in the deck, in reading order. */
export function findMatches(deck: Deck, options: FindOptions): readonly FindMatch[] {
  if (options.query === '') return []
  return slideOrder(deck).flatMap((id) => matchesOn(deck.slides[id]!, options))
}
