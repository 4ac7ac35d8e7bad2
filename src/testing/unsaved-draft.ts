import { blocks } from '../blocks/index.ts'
import type { Deck } from '../document/deck-model.ts'
import { renderSlide } from '../document/render-slide.ts'
import { structureOf } from '../document/structure.ts'
import { contentBetween } from '../editor/autosave/save-content.ts'
import type { JournalHead } from '../editor/journal/journal-store.ts'
import type { UnsavedDraft } from '../editor/journal/recover.ts'
import type { DeckSettings } from '../rules/deck-columns.ts'

/** The draft in user 1's journal of a killed window that changed deck 7 from `before` (version 3) to `after`. */
export function unsavedDraft(before: Deck, after: Deck, head: Partial<JournalHead> = {}): UnsavedDraft {
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

/** The same draft as an earlier release stored it, with only the deleted slides of its base. */
export function byEarlierRelease(draft: UnsavedDraft, after: Deck): UnsavedDraft {
  const { baseSettings: _settings, ...head } = draft.head
  const deleted = Object.entries(draft.base).filter(([id]) => !after.slides[id])
  return { ...draft, head, base: Object.fromEntries(deleted), baseStructure: null }
}
