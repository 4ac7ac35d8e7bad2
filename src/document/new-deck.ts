import { type DeckSettings, newDeckSettings } from '../rules/deck-columns.ts'
import type { Block, Deck, Frame } from './deck-model.ts'
import { newBlockId } from './ids.ts'
import { newSlide } from './new-slide.ts'
import { singleStack } from './structure.ts'

/** A new deck: one slide with placeholders for a title and a subtitle. */
export function newDeck(settings: Partial<DeckSettings> = {}): Deck {
  const slide = newSlide([
    text('<h1><br></h1>', 'Click to add title', { x: 80, y: 190, width: 800, height: 170, rotation: 0 }, 'bottom'),
    text('<p><br></p>', 'Click to add subtitle', { x: 80, y: 370, width: 800, height: 130, rotation: 0 }, 'top'),
  ])
  return {
    stacks: [singleStack(slide.id)],
    slides: { [slide.id]: slide },
    after: '\n',
    settings: { ...newDeckSettings, ...settings },
  }
}

/** Too much text is scaled down: layout placeholders keep their size. */
function text(html: string, placeholder: string, frame: Frame, verticalAlign: 'top' | 'bottom'): Block {
  return {
    id: newBlockId(),
    type: 'text',
    frame,
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [['text-align', 'center']],
    attributes: [],
    props: { html, fit: 'shrink', verticalAlign, padding: 10, placeholder },
  }
}
