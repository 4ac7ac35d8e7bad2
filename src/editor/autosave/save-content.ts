import { blocks } from '../../blocks/index.ts'
import { type Changes, changesBetween, isEmptyChange } from '../../document/changes.ts'
import { structureOf } from '../../document/structure.ts'
import type { Deck } from '../../document/types.ts'
import type { DeckSettings } from '../../rules/deck-fields.ts'

/** What a save sends: the slides that changed, their order when it changed, and the changed settings. */
export interface SaveContent extends Changes {
  readonly settings: Partial<DeckSettings>
}

/** What has to be sent to turn one deck into another. `whole`: everything of `after`, for a deck the server doesn't have. */
export function contentBetween(before: Deck, after: Deck, whole: boolean): SaveContent {
  if (before === after && !whole) return { changed: {}, notes: {}, settings: {} }
  if (!whole) return { ...changesBetween(before, after, blocks), settings: settingsBetween(before, after) }
  const all = changesBetween({ stacks: [], slides: {}, after: '' }, after, blocks)
  return { ...all, structure: structureOf(after), settings: after.settings }
}

/** Whether there is nothing to send. */
export function isEmptyContent(content: SaveContent): boolean {
  return isEmptyChange(content) && Object.keys(content.settings).length === 0
}

function settingsBetween(before: Deck, after: Deck): Partial<DeckSettings> {
  if (before.settings === after.settings) return {}
  const names = Object.keys(after.settings) as (keyof DeckSettings)[]
  const changed = names.filter((name) => before.settings[name] !== after.settings[name])
  return Object.fromEntries(changed.map((name) => [name, after.settings[name]]))
}
