import { blocks } from '../blocks/index.ts'
import { renderSlide } from '../document/render-slide.ts'
import { structureOf } from '../document/structure.ts'
import type { Deck } from '../document/types.ts'
import { contentBetween } from '../editor/autosave/save-content.ts'
import type { JournalHead } from '../editor/journal/journal-store.ts'
import type { LeftWork } from '../editor/journal/recover.ts'
import type { DeckSettings } from '../rules/deck-fields.ts'

/** What a window that went from `before`, version 3 of deck 7, to `after` and was killed left in the journal of user 1. */
export function leftWork(before: Deck, after: Deck, head: Partial<JournalHead> = {}): LeftWork {
  const { changed, notes, structure = null, settings } = contentBetween(before, after, head.deckId === null)
  const ids = [...new Set([...Object.keys(changed), ...Object.keys(notes)])]
  const touched = Object.values(before.slides).filter(({ id }) => ids.includes(id) || !after.slides[id])
  const names = Object.keys(settings) as (keyof DeckSettings)[]
  const baseSettings = Object.fromEntries(names.map((name) => [name, before.settings[name]]))
  const own = { key: 'tab', deckId: 7, userId: 1, baseVersion: 3, changedAt: 0, ...head }
  return {
    head: { ...own, structure, settings, baseSettings },
    slides: Object.fromEntries(ids.map((id) => [id, { html: changed[id] ?? null, notes: notes[id] ?? null }])),
    base: Object.fromEntries(
      touched.map((slide) => [slide.id, { html: renderSlide(slide, blocks), notes: slide.notes }]),
    ),
    baseStructure: own.deckId === null ? null : structureOf(before),
  }
}

/** The same work as an earlier program kept it: of the version it began from it had the deleted slides alone. */
export function byEarlierProgram(work: LeftWork, after: Deck): LeftWork {
  const { baseSettings: _settings, ...head } = work.head
  const deleted = Object.entries(work.base).filter(([id]) => !after.slides[id])
  return { ...work, head, base: Object.fromEntries(deleted), baseStructure: null }
}
