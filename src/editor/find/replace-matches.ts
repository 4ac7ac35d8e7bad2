import { blocks } from '../../blocks/index.ts'
import type { Slide, SlideId } from '../../document/deck-model.ts'
import { escapeAttribute } from '../../document/html.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { renderBlock } from '../../document/render-block.ts'
import { renderSlide } from '../../document/render-slide.ts'
import { limits } from '../../rules/limits.ts'
import { changeSlide } from '../commands/change-slide.ts'
import type { Command } from '../commands/command.ts'
import { type FindMatch, runsOf } from './find-matches.ts'

/** A range of a text or of markup, and its replacement. */
interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Whether a match can be replaced: locked blocks cannot. */
export function isReplaceable(slide: Slide | undefined, match: FindMatch): boolean {
  return !slide?.blocks.some((block) => block.id === match.blockId && block.locked)
}

/** Replaces all these matches with a text. Marks around them are kept, and nothing else on a slide changes. */
export function replaceMatches(matches: readonly FindMatch[], replacement: string): Command {
  const bySlide = new Map<SlideId, FindMatch[]>()
  for (const match of matches) bySlide.set(match.slideId, [...(bySlide.get(match.slideId) ?? []), match])
  return (deck) => {
    let changed = deck
    for (const [id, own] of bySlide) changed = changeSlide(changed, id, (slide) => replaced(slide, own, replacement))
    return changed
  }
}

function replaced(slide: Slide, matches: readonly FindMatch[], replacement: string): Slide {
  const allowed = matches.filter((match) => isReplaceable(slide, match))
  const inNotes = allowed.filter((match) => match.kind === 'notes')
  const inTexts = allowed.filter((match) => match.kind !== 'notes')
  const written = edited(
    slide.notes,
    inNotes.map(({ from, to }) => ({ from, to, text: replacement })),
  )
  // Notes that would exceed their limit are not changed, since nothing may be cut off.
  const notes = written.length > limits.slide.notes ? slide.notes : written
  const own = inTexts.length === 0 ? slide.blocks : replacedBlocks(slide, inTexts, replacement)
  return own === slide.blocks && notes === slide.notes ? slide : { ...slide, blocks: own, notes }
}

/** The blocks after the replacement. Untouched blocks are the same objects. */
function replacedBlocks(slide: Slide, matches: readonly FindMatch[], replacement: string): Slide['blocks'] {
  const html = edited(
    renderSlide(slide, blocks),
    matches.flatMap((match) => editsOf(slide, match, replacement)),
  )
  const before = new Map(slide.blocks.map((block) => [block.id, block]))
  return parseSlide(withFormulas(html), blocks).blocks.map((block) => {
    const old = before.get(block.id)
    return old && renderBlock(old, blocks) === renderBlock(block, blocks) ? old : block
  })
}

/** Updates the text of formulas from data-latex: the parser rejects a formula whose two texts differ. */
function withFormulas(html: string): string {
  const formula = /(<(?:div|span)\b[^>]* data-latex="([^"]*)"[^>]*>\s*\\[[(])[^<]*(\\[\])])/g
  return html.replace(formula, (_all, begin: string, latex: string, end: string) => begin + latex + end)
}

/**
 * The edits of one match: its first character is replaced by the new text and the others are removed, between marks.
 */
function editsOf(slide: Slide, match: FindMatch, replacement: string): readonly Edit[] {
  const run = runsOf(slide)[match.run]!
  const text = escapeAttribute(replacement)
  const edits: Edit[] = []
  for (let at = match.from; at < match.to; at++) {
    const [from, to] = [run.starts[at]!, run.ends[at]!]
    // The two UTF-16 units of one character have the same range.
    if (edits.at(-1)?.from !== from) edits.push({ from, to, text: edits.length === 0 ? text : '' })
  }
  return edits
}

function edited(source: string, edits: readonly Edit[]): string {
  let result = source
  for (const { from, to, text } of [...edits].sort((a, b) => b.from - a.from)) {
    result = result.slice(0, from) + text + result.slice(to)
  }
  return result
}
