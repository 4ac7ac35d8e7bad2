import { deepStrictEqual } from 'node:assert/strict'
import { cleanSlide, editClean } from '../api/decks/clean-slides.ts'
import type { ContentRules } from '../api/decks/content-rules.ts'
import { sanitizeSlide } from '../api/decks/sanitize-content.ts'
import { blocks } from '../blocks/index.ts'
import type { Slide } from '../document/deck-model.ts'
import { contentHash } from '../document/ids.ts'
import { applyOps } from '../document/ops/apply-ops.ts'
import type { BlockOp, Op, SlideOp } from '../document/ops/op.ts'
import { opsBetween } from '../document/ops/ops-between.ts'
import { slideOpsBetween } from '../document/ops/slide-ops.ts'
import { parseSlide } from '../document/parse-slide.ts'
import { renderSlide } from '../document/render-slide.ts'
import { singleStack } from '../document/structure.ts'
import { editedDeck } from './arbitrary-ops.ts'
import { testDeck } from './editor-decks.ts'

const rules: ContentRules = { customClasses: false, mediaHosts: ['*.localhost'], appHosts: ['localhost'] }

/** A slide as it is stored. */
export function storedSlide(slide: Slide): string {
  return sanitizeSlide(slide.id, renderSlide(slide, blocks), rules).html
}

/** The operations of random edits on a stored slide. */
export function blockOps(stored: string, edits: Parameters<typeof editedDeck>[1]): SlideOp[] {
  const before = parseSlide(stored, blocks)
  const deck = { ...testDeck([], []), stacks: [singleStack(before.id)], slides: { [before.id]: before } }
  return slideOpsBetween(before, editedDeck(deck, edits, 100).slides[before.id]!, blocks)
}

/** Replaces the HTML of a stored slide's first block, a text. */
export function firstText(stored: string, value: unknown): BlockOp {
  const { id: slide, blocks: all } = parseSlide(stored, blocks)
  return { kind: 'set', slide, block: all[0]!.id, field: 'props.html', value }
}

/** What a whole slide is after operations and the sanitizer; null if it is refused, or if the sanitizer changes it. */
function sanitizedWhole(before: Slide, ops: readonly Op[]) {
  const deck = { stacks: [], after: '', slides: { [before.id]: before } }
  try {
    const html = renderSlide(applyOps(deck, ops, blocks).slides[before.id]!, blocks)
    const result = sanitizeSlide(before.id, html, rules)
    if (result.html !== html || result.removed.length > 0 || result.notes !== null) return null
    const after = { ...deck, slides: { [before.id]: parseSlide(html, blocks) } }
    const between = opsBetween(deck, after, blocks)
    const check = { kind: 'check-slide', slide: before.id, hash: contentHash(html) } as const
    return { html, text: result.text, ops: [...between, check] }
  } catch {
    return null
  }
}

/**
 * Checks that operations on single blocks of a stored slide give what they give of the slide as a whole, or are left to
 * that. Returns the slide's HTML after them; null if they are left to it. Throws an Error if the results differ.
 */
export function checkCleanEdit(stored: string, ops: readonly Op[]): string | null {
  const before = parseSlide(stored, blocks)
  const clean = cleanSlide(before.id, stored, rules) ?? sanitizedAgain(before.id, stored)
  const edited = clean && editClean(clean, ops, rules)
  const whole = sanitizedWhole(before, ops)
  if (!edited) return null
  const { next, text, ops: between, hash } = edited
  deepStrictEqual({ html: next.html, text, ops: between }, whole)
  deepStrictEqual(next.slide, parseSlide(next.html, blocks))
  deepStrictEqual(renderSlide({ ...next.slide, blocks: [...next.slide.blocks] }, blocks), next.html)
  deepStrictEqual(hash, contentHash(next.html))
  const exact = sanitizedAgain(before.id, next.html)!.cost
  for (const name of ['nodes', 'filterWork', 'shapeWork'] as const) {
    if (next.cost[name] < exact[name] - 1e-6) throw new Error(`The slide costs more ${name}`)
  }
  return next.html
}

function sanitizedAgain(id: Slide['id'], html: string) {
  sanitizeSlide(id, html, rules)
  return cleanSlide(id, html, rules)
}
