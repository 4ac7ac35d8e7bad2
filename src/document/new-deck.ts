import { newBlockId } from './ids.ts'
import { newSlide } from './new-slide.ts'
import { singleStack } from './structure.ts'
import type { Block, Deck, DeckSettings, Frame } from './types.ts'

/** The settings of a deck that nobody has changed yet. Its title counts as none. */
export const newDeckSettings: DeckSettings = {
  title: 'deck',
  slug: null,
  description: '',
  theme_id: null,
  theme_font: 'montserrat',
  theme_color: 'white-blue',
  transition: 'slide',
  background_transition: 'slide',
  center: true,
  rolling_links: false,
  font_typekit: null,
  font_google: null,
  auto_slide_interval: 0,
  should_loop: false,
  rtl: false,
  share_notes: false,
  slide_number: false,
}

/** A new deck: one slide with a place for a title and for a line below it. */
export function newDeck(settings: Partial<DeckSettings> = {}): Deck {
  const slide = newSlide([
    text('<h1><br></h1>', 'Click to add title', { x: 80, y: 230, width: 800, height: null, rotation: 0 }),
    text('<p><br></p>', 'Click to add subtitle', { x: 80, y: 370, width: 800, height: null, rotation: 0 }),
  ])
  return {
    stacks: [singleStack(slide.id)],
    slides: { [slide.id]: slide },
    after: '\n',
    settings: { ...newDeckSettings, ...settings },
  }
}

function text(html: string, placeholder: string, frame: Frame): Block {
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
    props: { html, fit: 'none', verticalAlign: 'top', padding: 10, placeholder },
  }
}
