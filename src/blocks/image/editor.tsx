import { Image } from 'lucide-react'
import { lazy } from 'react'
import type { BlockEditor } from '../block-editor.ts'
import { withDeclaration } from '../block-style.ts'
import { editingModule } from '../editing-module.ts'
import { propOf, wordOf } from '../props-fields.ts'
import type { ImageProps } from './block.ts'

const DrawingColors = lazy(async () => ({ default: (await import('./editor-colors.tsx')).DrawingColors }))

/** Editor of pictures. Replacing one keeps its frame; `fit` handles other aspect ratios. */
export const blockEditor: BlockEditor<ImageProps> = {
  icon: Image,
  startsTyping: false,
  dialogWhenEmpty: (block) => (block.props.src === '' && !block.props.drawing ? 'insert-image' : null),
  without: ['radius'],
  editing: editingModule(async () => (await import('./crop-editing.ts')).cropEditing),
  keepsFrame: true,
  ignoresLetters: true,
  variants: [],
  handles: null,
  text: null,
  customPanel: ({ props }) =>
    props.drawing || /\.svg$/.test(props.src) ? { title: 'Colors of the drawing', Panel: DrawingColors } : null,
  panel: [
    {
      title: 'Image',
      fields: [
        {
          kind: 'image',
          label: 'File',
          read: (block) => ({ url: block.props.src, width: 0, height: 0 }),
          write: (block, { url, drawing = null }) => {
            if (drawing) return { ...block, props: { ...block.props, src: '', crop: null, tint: '', drawing } }
            const isSame = block.props.src === url
            return isSame ? block : { ...block, props: { ...block.props, src: url, crop: null, drawing: null } }
          },
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
          read: (block) => block.props.radius,
          // The block's box gets it too: border and shadow have the same corners.
          write: (block, value) =>
            withDeclaration(
              propOf<ImageProps, 'radius'>('radius').write(block, value),
              'border-radius',
              value === 0 ? null : `${value}px`,
            ),
        },
        {
          kind: 'toggle',
          label: 'Cropped',
          own: true,
          read: (block) => block.props.crop !== null,
          write: (block, cropped) => (cropped ? block : propOf<ImageProps, 'crop'>('crop').write(block, null)),
          when: (block) => block.props.crop !== null,
        },
        { kind: 'toggle', label: 'Mirrored', own: true, ...propOf<ImageProps, 'flipX'>('flipX') },
        { kind: 'toggle', label: 'Upside down', own: true, ...propOf<ImageProps, 'flipY'>('flipY') },
        {
          kind: 'color',
          label: 'One color',
          none: 'Its own',
          ...propOf<ImageProps, 'tint'>('tint'),
          when: (block) => block.props.drawing === null,
        },
        { kind: 'link', label: 'Link', ...propOf<ImageProps, 'link'>('link') },
      ],
    },
  ],
}
