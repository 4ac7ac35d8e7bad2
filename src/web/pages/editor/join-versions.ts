import { blocks } from '../../../blocks/index.ts'
import { createMerger } from '../../../document/merge-slides.ts'
import type { Deck } from '../../../document/types.ts'
import type { Command } from '../../../editor/commands/command.ts'
import type { DeckSettings } from '../../../rules/deck-fields.ts'

/** Two versions of a deck that began from the same one, and what became of them together. */
export interface JoinedVersions {
  /** Brings their work into a state of the editor's deck; where both changed a slide, it stands twice. */
  readonly command: Command
  /** How many slides both changed: those that stand twice. */
  readonly copies: number
  /** Whether both changed the same slide or the same setting, so that the user has to choose. */
  readonly clashes: boolean
}

/** Joins what was changed since `base`: `theirs` on the server, `mine` in this editor. */
export function joinVersions(base: Deck, theirs: Deck, mine: Deck): JoinedVersions {
  const join = createMerger(base, theirs, blocks)
  const command: Command = (deck) => {
    // Nothing of it is unsaved: it is their version then, and the very same slides.
    if (deck === base) return theirs
    return { ...join(deck).slides, settings: { ...theirs.settings, ...changedSettings(base, deck) } }
  }
  const copies = mine === base ? 0 : join(mine).copies.length
  return { command, copies, clashes: copies > 0 || settingsClash(base, theirs, mine) }
}

function changedSettings(base: Deck, mine: Deck): Partial<DeckSettings> {
  const names = Object.keys(mine.settings) as (keyof DeckSettings)[]
  const changed = names.filter((name) => base.settings[name] !== mine.settings[name])
  return Object.fromEntries(changed.map((name) => [name, mine.settings[name]]))
}

function settingsClash(base: Deck, theirs: Deck, mine: Deck): boolean {
  const names = Object.keys(changedSettings(base, mine)) as (keyof DeckSettings)[]
  return names.some((name) => {
    const changedThere = theirs.settings[name] !== base.settings[name]
    return changedThere && theirs.settings[name] !== mine.settings[name]
  })
}
