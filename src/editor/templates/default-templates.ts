import { newSlide } from '../../document/new-slide.ts'
import type { Block, Slide } from '../../document/types.ts'
import { newBlock } from '../commands/new-block.ts'

/** A slide that others begin with. */
export interface DefaultTemplate {
  readonly id: string
  readonly label: string
  /** The slide, with ids that no deck has. */
  readonly slide: () => Slide
}

/** x, y, width and height in slide px; without a height the box grows with its text. */
type Place = readonly [x: number, y: number, width: number, height?: number]

const margin = 80
const wide = 800

function framed(block: Block, [x, y, width, height]: Place): Block {
  return { ...block, frame: { x, y, width, height: height ?? null, rotation: 0 } }
}

/** An empty text that says what belongs there. `html` is an empty paragraph of the kind that will be typed. */
function place(html: string, placeholder: string, at: Place, style: Readonly<Record<string, string>>): Block {
  return { ...framed(newBlock('text', { html, placeholder }), at), style: Object.entries(style) }
}

const centred = { 'text-align': 'center' }
const left = { 'text-align': 'left' }

const title = (at: Place, style = left) => place('<h2><br></h2>', 'Click to add title', at, style)
const text = (at: Place, words = 'Click to add text') => place('<p><br></p>', words, at, left)
const image = (at: Place) => framed(newBlock('image'), at)

/** Where the title of an ordinary slide stands, and how far down everything else begins. */
const top: Place = [margin, 60, wide]
const below = 200

/** The templates that everybody has, in the order of the picker. */
export const defaultTemplates: readonly DefaultTemplate[] = [
  {
    id: 'title',
    label: 'Title',
    slide: () => newSlide([place('<h1><br></h1>', 'Click to add title', [margin, 290, wide], centred)]),
  },
  {
    id: 'title-subtitle',
    label: 'Title and subtitle',
    slide: () =>
      newSlide([
        place('<h1><br></h1>', 'Click to add title', [margin, 230, wide], centred),
        place('<p><br></p>', 'Click to add subtitle', [margin, 370, wide], centred),
      ]),
  },
  {
    id: 'bullets',
    label: 'Bullets',
    slide: () =>
      newSlide([title(top), place('<ul><li><br></li></ul>', 'Click to add points', [margin, below, wide], left)]),
  },
  {
    id: 'two-columns',
    label: 'Two columns',
    slide: () => newSlide([title(top), text([margin, below, 380]), text([500, below, 380])]),
  },
  {
    id: 'list',
    label: 'List',
    slide: () =>
      newSlide([title([margin, 90, 260]), place('<ol><li><br></li></ol>', 'Click to add steps', [400, 90, 480], left)]),
  },
  { id: 'image', label: 'Image', slide: () => newSlide([image([margin, 60, wide, 580])]) },
  {
    id: 'text-image',
    label: 'Text and image',
    slide: () => newSlide([title([margin, 60, 380]), text([margin, below, 380]), image([520, 60, 360, 580])]),
  },
  {
    id: 'image-title',
    label: 'Image and title',
    slide: () => newSlide([image([margin, 60, wide, 450]), title([margin, 550, wide], centred)]),
  },
]
