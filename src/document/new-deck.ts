import { type DeckSettings, newDeckSettings } from '../rules/deck-columns.ts'
import { defaultSlideSize, type SlideSize, slideSizeOf, standardSlide } from '../rules/slide-size.ts'
import type { Block, Deck, Frame } from './deck-model.ts'
import { newBlockId } from './ids.ts'
import { newSlide } from './new-slide.ts'
import { singleStack } from './structure.ts'

/** A new deck: one slide with placeholders for a title and a subtitle, in the size of its slides. */
export function newDeck(settings: Partial<DeckSettings> = {}): Deck {
  const size = slideSizeOf(settings.slide_size ?? defaultSlideSize)
  const slide = newSlide([
    text('<h1><br></h1>', 'Click to add title', { y: 190, height: 170, verticalAlign: 'bottom' }, size),
    text('<p><br></p>', 'Click to add subtitle', { y: 370, height: 130, verticalAlign: 'top' }, size),
  ])
  return {
    stacks: [singleStack(slide.id)],
    slides: { [slide.id]: slide },
    after: '\n',
    settings: { ...newDeckSettings, ...settings },
  }
}

interface Placeholder {
  readonly y: number
  readonly height: number
  readonly verticalAlign: 'top' | 'bottom'
}

/** The type size of text boxes, in slide px. */
const usualSize = 36

/** A placeholder of the standard slide, scaled to a size. Too much text is scaled down: layout placeholders keep their size. */
function text(html: string, placeholder: string, { y, height, verticalAlign }: Placeholder, size: SlideSize): Block {
  const scale = Math.min(size.width / standardSlide.width, size.height / standardSlide.height)
  const left = (size.width - standardSlide.width * scale) / 2
  const top = (size.height - standardSlide.height * scale) / 2
  const frame: Frame = {
    x: Math.round(left + 80 * scale),
    y: Math.round(top + y * scale),
    width: Math.round(800 * scale),
    height: Math.round(height * scale),
    rotation: 0,
  }
  const sized = scale === 1 ? [] : [['font-size', `${Math.round(usualSize * scale)}px`] as const]
  return {
    id: newBlockId(),
    type: 'text',
    frame,
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [['text-align', 'center'], ...sized],
    attributes: [],
    props: { html, fit: 'shrink', verticalAlign, padding: 10, placeholder },
  }
}
