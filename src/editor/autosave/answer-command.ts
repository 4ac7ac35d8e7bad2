import { blocks } from '../../blocks/index.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import type { Deck, Slide } from '../../document/types.ts'
import type { Command } from '../commands/command.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { replaceSlide } from '../commands/slide-commands.ts'
import type { Saved } from './save-transport.ts'

/**
 * What the server decided by itself about the deck that was sent to it: the address it gave, and slides whose markup
 * it cleaned. Null when it took everything as it was. What the person changed since the deck was sent stays theirs: only
 * a slide that still is what was sent is replaced, and notes are never touched.
 */
export function answerCommand(sent: Deck, answer: Pick<Saved, 'slug' | 'cleaned'>): Command | null {
  const commands: Command[] = []
  if (answer.slug !== sent.settings.slug) {
    const take = setSettings({ slug: answer.slug })
    commands.push((deck) => (deck.settings.slug === sent.settings.slug ? take(deck) : deck))
  }
  for (const [id, html] of Object.entries(answer.cleaned)) {
    const was = sent.slides[id]
    if (was) commands.push(takeSlide(was, parseSlide(html, blocks)))
  }
  return commands.length === 0 ? null : (deck) => commands.reduce((next, command) => command(next), deck)
}

function takeSlide(sent: Slide, cleaned: Slide): Command {
  // One object for every deck that has the slide as it was sent: it must not look changed between them.
  const taken = { ...cleaned, id: sent.id, notes: sent.notes }
  return (deck) => {
    const slide = deck.slides[sent.id]
    if (!slide || slide.blocks !== sent.blocks || slide.attributes !== sent.attributes) return deck
    const next = slide.notes === sent.notes ? taken : { ...taken, notes: slide.notes }
    return replaceSlide(next)(deck)
  }
}
