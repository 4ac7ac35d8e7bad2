import { blocks } from '../../blocks/index.ts'
import { type Changes, changesBetween, isEmptyChange } from '../../document/changes.ts'
import type { Deck } from '../../document/deck-model.ts'
import { structureOf } from '../../document/structure.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'

/** The content of a save request: changed slides, the order if changed, and changed settings. */
export interface SaveContent extends Changes {
  readonly settings: Partial<DeckSettings>
}

/** The changes from one deck to another. `whole`: all of `after`, for a deck that the server does not have. */
export function contentBetween(before: Deck, after: Deck, whole: boolean): SaveContent {
  if (before === after && !whole) return { changed: {}, notes: {}, settings: {} }
  if (!whole) return { ...changesBetween(before, after, blocks), settings: settingsBetween(before, after) }
  const all = changesBetween({ stacks: [], slides: {}, after: '' }, after, blocks)
  return { ...all, structure: structureOf(after), settings: after.settings }
}

/** Whether a save has nothing to send. */
export function isEmptyContent(content: SaveContent): boolean {
  return isEmptyChange(content) && Object.keys(content.settings).length === 0
}

function settingsBetween(before: Deck, after: Deck): Partial<DeckSettings> {
  if (before.settings === after.settings) return {}
  const names = Object.keys(after.settings) as (keyof DeckSettings)[]
  const changed = names.filter((name) => before.settings[name] !== after.settings[name])
  return Object.fromEntries(changed.map((name) => [name, after.settings[name]]))
}
