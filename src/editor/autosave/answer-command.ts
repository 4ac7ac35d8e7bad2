import { blocks } from '../../blocks/index.ts'
import type { Deck, Slide } from '../../document/deck-model.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import type { Command } from '../commands/command.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { slideCommand } from '../commands/slide-command.ts'
import type { Saved } from './save-transport.ts'

/**
 * The server's changes to a saved deck (its slug, sanitized slides) as a command; null if there are none. The user's
 * edits since the save win: only unchanged slides are replaced, and notes are never replaced.
 */
export function answerCommand(sent: Deck, answer: Pick<Saved, 'slug' | 'cleaned'>): Command | null {
  const commands: Command[] = []
  if (answer.slug !== sent.settings.slug) {
    const setSlug = setSettings({ slug: answer.slug })
    commands.push((deck) => (deck.settings.slug === sent.settings.slug ? setSlug(deck) : deck))
  }
  for (const [id, html] of Object.entries(answer.cleaned)) {
    const was = sent.slides[id]
    if (was) commands.push(adoptSlide(was, parseSlide(html, blocks)))
  }
  // A single command is not wrapped: the history applies a slide command faster than a command on the whole deck.
  if (commands.length < 2) return commands[0] ?? null
  return (deck) => commands.reduce((next, command) => command(next), deck)
}

function adoptSlide(sent: Slide, cleaned: Slide): Command {
  // Created once: slides are compared by identity, so the saved deck and the history must share one object.
  const adopted = { ...cleaned, id: sent.id, notes: sent.notes }
  return slideCommand(sent.id, (slide) => {
    if (slide.blocks !== sent.blocks || slide.attributes !== sent.attributes) return slide
    return slide.notes === sent.notes ? adopted : { ...adopted, notes: slide.notes }
  })
}
