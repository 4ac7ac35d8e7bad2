import { Image } from 'lucide-react'
import { limits } from '../../rules/limits.ts'
import type { BlockEditor } from '../block-editor.ts'
import { propOf, wordOf } from '../props-fields.ts'
import type { ImageProps } from './block.ts'

/** How pictures are edited. Replacing one keeps its frame; the way it fills it takes care of other proportions. */
export const imageEditor: BlockEditor<ImageProps> = {
  icon: Image,
  startsTyping: false,
  variants: [],
  points: null,
  text: null,
  panel: [
    {
      title: 'Image',
      fields: [
        {
          kind: 'image',
          label: 'Picture',
          read: (block) => ({ url: block.props.src, width: 0, height: 0 }),
          write: (block, { url }) =>
            block.props.src === url ? block : { ...block, props: { ...block.props, src: url, crop: null } },
        },
        {
          kind: 'text',
          label: 'Description',
          placeholder: 'What it shows, for people who do not see it',
          maxLength: 1000,
          multiline: true,
          ...propOf<ImageProps, 'alt'>('alt'),
        },
        {
          kind: 'choice',
          label: 'Fit',
          options: [
            { value: 'cover', label: 'Fill, cut off what is too much' },
            { value: 'contain', label: 'Show all' },
            { value: 'fill', label: 'Stretch' },
          ],
          ...wordOf<ImageProps, 'fit', ImageProps['fit']>('fit', ['cover', 'contain', 'fill']),
        },
        {
          kind: 'number',
          label: 'Rounded corners',
          unit: 'px',
          min: 0,
          max: 500,
          step: 1,
          ...propOf<ImageProps, 'radius'>('radius'),
        },
        {
          kind: 'text',
          label: 'Link',
          placeholder: 'https://… or #/2',
          maxLength: limits.slide.url,
          ...propOf<ImageProps, 'link'>('link'),
        },
      ],
    },
  ],
}
