import type { PropsOf } from '../../blocks/index.ts'
import type { Block, Slide } from '../../document/deck-model.ts'
import { newSlide } from '../../document/new-slide.ts'
import { newBlock } from '../commands/new-block.ts'

/** A template for new slides. */
export interface DefaultTemplate {
  readonly id: string
  readonly label: string
  /** Creates the slide, with new ids. */
  readonly slide: () => Slide
}

/** x, y, width and height in slide px. */
type Place = readonly [x: number, y: number, width: number, height: number]

const margin = 80
const wide = 800

function framed(block: Block, [x, y, width, height]: Place): Block {
  return { ...block, frame: { x, y, width, height, rotation: 0 } }
}

type VerticalAlign = PropsOf<'text'>['verticalAlign']

/**
 * An empty text block with a placeholder. `html` is an empty paragraph of the kind to be typed. The box keeps its size:
 * longer text shrinks.
 */
function place(
  html: string,
  placeholder: string,
  at: Place,
  style: Readonly<Record<string, string>>,
  verticalAlign: VerticalAlign = 'top',
): Block {
  const block = newBlock('text', { html, placeholder, fit: 'shrink', verticalAlign })
  return { ...framed(block, at), style: Object.entries(style) }
}

const centered = { 'text-align': 'center' }
const left = { 'text-align': 'left' }

const title = (at: Place, style = left, align: VerticalAlign = 'middle') =>
  place('<h2><br></h2>', 'Click to add title', at, style, align)
const text = (at: Place, words = 'Click to add text') => place('<p><br></p>', words, at, left)
const image = (at: Place) => framed(newBlock('image'), at)

/** The title of an ordinary slide, and the top and height of the area below it. */
const top: Place = [margin, 50, wide, 130]
const below = 200
const rest = 440

/** The built-in templates, in the order of the picker. */
export const defaultTemplates: readonly DefaultTemplate[] = [
  {
    id: 'title',
    label: 'Title',
    slide: () => newSlide([place('<h1><br></h1>', 'Click to add title', [margin, 230, wide, 240], centered, 'middle')]),
  },
  {
    id: 'title-subtitle',
    label: 'Title and subtitle',
    slide: () =>
      newSlide([
        place('<h1><br></h1>', 'Click to add title', [margin, 190, wide, 170], centered, 'bottom'),
        place('<p><br></p>', 'Click to add subtitle', [margin, 370, wide, 130], centered),
      ]),
  },
  {
    id: 'bullets',
    label: 'Bullets',
    slide: () =>
      newSlide([title(top), place('<ul><li><br></li></ul>', 'Click to add points', [margin, below, wide, rest], left)]),
  },
  {
    id: 'two-columns',
    label: 'Two columns',
    slide: () => newSlide([title(top), text([margin, below, 380, rest]), text([500, below, 380, rest])]),
  },
  {
    id: 'list',
    label: 'List',
    slide: () =>
      newSlide([
        title([margin, 90, 260, 520], left, 'top'),
        place('<ol><li><br></li></ol>', 'Click to add steps', [400, 90, 480, 520], left),
      ]),
  },
  { id: 'image', label: 'Image', slide: () => newSlide([image([margin, 60, wide, 580])]) },
  {
    id: 'text-image',
    label: 'Text and image',
    slide: () =>
      newSlide([title([margin, 60, 380, 130]), text([margin, below, 380, rest]), image([520, 60, 360, 580])]),
  },
  {
    id: 'image-title',
    label: 'Image and title',
    slide: () => newSlide([image([margin, 60, wide, 450]), title([margin, 530, wide, 110], centered)]),
  },
]
