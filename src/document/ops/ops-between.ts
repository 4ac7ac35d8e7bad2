import type { BlockList } from '../block-list.ts'
import { sameStructure } from '../changes.ts'
import type { Slides } from '../deck-model.ts'
import { structureOf } from '../structure.ts'
import type { Op } from './op.ts'
import { putSlide, slideOpsBetween } from './slide-ops.ts'

/** A deck with or without its settings. */
export type OpDeck = Slides & { readonly settings?: object }

/**
 * The changes from one deck to another: applyOps(before, opsBetween(before, after)) is `after`, byte for byte. The cost
 * depends on the number of changed slides.
 */
export function opsBetween(before: OpDeck, after: OpDeck, blocks: BlockList): Op[] {
  if (before === after) return []
  const ops: Op[] = settingsBetween(before.settings ?? {}, after.settings ?? {})
  for (const [id, slide] of Object.entries(after.slides)) {
    const old = Object.hasOwn(before.slides, id) ? before.slides[id] : undefined
    if (old === slide) continue
    ops.push(...(old ? slideOpsBetween(old, slide, blocks) : [putSlide(slide, blocks)]))
  }
  for (const id of Object.keys(before.slides)) {
    if (!Object.hasOwn(after.slides, id)) ops.push({ kind: 'drop-slide', slide: id })
  }
  if (!sameStructure(before, after)) ops.push({ kind: 'structure', from: structureOf(before), to: structureOf(after) })
  return ops
}

function settingsBetween(before: object, after: object): Op[] {
  if (before === after) return []
  const old = new Map(Object.entries(before))
  return Object.entries(after)
    .filter(([name, value]) => old.get(name) !== value)
    .map(([name, value]) => ({ kind: 'setting', name, value }))
}
