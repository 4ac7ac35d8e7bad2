import type { Slides } from '../../document/deck-model.ts'
import type { DeckSettings } from '../../rules/deck-columns.ts'
import type { Command } from './command.ts'

/** Changes settings of the deck (title, slug, theme, transition). The values must be validated. */
export function setSettings(change: Partial<DeckSettings>): Command {
  return (deck) => {
    const names = Object.keys(change) as (keyof DeckSettings)[]
    if (names.every((name) => deck.settings[name] === change[name])) return deck
    return { ...deck, settings: { ...deck.settings, ...change } }
  }
}

/** Replaces all slides of the deck, and sets the settings that came with them. */
export function replaceContent(slides: Slides, change: Partial<DeckSettings> = {}): Command {
  return (deck) => ({ ...setSettings(change)(deck), ...slides })
}
