import { newSlide } from '../../document/new-slide.ts'
import {
  below,
  centered,
  headline,
  type Layout,
  left,
  margin,
  numbered,
  picture,
  points,
  rest,
  text,
  title,
  top,
  wide,
} from './layout-parts.ts'

/** The built-in templates, in the order of the picker. */
export const defaultTemplates: readonly Layout[] = [
  {
    id: 'title',
    label: 'Title',
    slide: () => newSlide([headline([margin, 230, wide, 240], centered, 'middle')]),
  },
  {
    id: 'title-subtitle',
    label: 'Title and subtitle',
    slide: () =>
      newSlide([
        headline([margin, 190, wide, 170], centered),
        text([margin, 370, wide, 130], centered, 'Click to add subtitle'),
      ]),
  },
  {
    id: 'bullets',
    label: 'Bullets',
    slide: () => newSlide([title(top), points([margin, below, wide, rest])]),
  },
  {
    id: 'two-columns',
    label: 'Two columns',
    slide: () => newSlide([title(top), text([margin, below, 380, rest]), text([500, below, 380, rest])]),
  },
  {
    id: 'list',
    label: 'List',
    slide: () => newSlide([title([margin, 90, 260, 520], left, 'top'), numbered([400, 90, 480, 520])]),
  },
  { id: 'image', label: 'Image', slide: () => newSlide([picture([margin, 60, wide, 580])]) },
  {
    id: 'text-image',
    label: 'Text and image',
    slide: () =>
      newSlide([title([margin, 60, 380, 130]), text([margin, below, 380, rest]), picture([520, 60, 360, 580])]),
  },
  {
    id: 'image-title',
    label: 'Image and title',
    slide: () => newSlide([picture([margin, 60, wide, 450]), title([margin, 530, wide, 110], centered)]),
  },
]
