import {
  AlignVerticalJustifyCenter,
  AlignVerticalJustifyEnd,
  AlignVerticalJustifyStart,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignJustify,
  TextAlignStart,
  Type,
} from 'lucide-react'
import type { BlockEditor } from '../block-editor.ts'
import { styleChoice, styleColor, styleSize } from '../block-style.ts'
import { propOf, wordOf } from '../props-fields.ts'
import type { TextProps } from './block.ts'

/** How text is edited: its look holds for the whole box, what is within it is typed and marked on the slide. */
export const textEditor: BlockEditor<TextProps> = {
  icon: Type,
  startsTyping: true,
  variants: [],
  points: null,
  text: {
    read: (block) => block.props.html,
    write: propOf<TextProps, 'html'>('html').write,
    host: (wrapper) => wrapper.querySelector<HTMLElement>(':scope > .block-content'),
  },
  panel: [
    {
      title: 'Text',
      fields: [
        styleColor('Colour', 'color'),
        styleSize('Size', 'font-size', { min: 8, max: 300, step: 1, usual: 36 }),
        styleChoice('Alignment', 'text-align', [
          { value: 'left', label: 'Left', icon: TextAlignStart },
          { value: 'center', label: 'Centre', icon: TextAlignCenter },
          { value: 'right', label: 'Right', icon: TextAlignEnd },
          { value: 'justify', label: 'Justified', icon: TextAlignJustify },
        ]),
        styleChoice('Line height', 'line-height', [
          { value: '', label: "The theme's" },
          { value: '1', label: 'Tight' },
          { value: '1.3', label: 'Normal' },
          { value: '1.6', label: 'Loose' },
          { value: '2', label: 'Double' },
        ]),
      ],
    },
    {
      title: 'Box',
      fields: [
        styleColor('Background', 'background-color'),
        {
          kind: 'number',
          label: 'Padding',
          unit: 'px',
          min: 0,
          max: 200,
          step: 1,
          ...propOf<TextProps, 'padding'>('padding'),
        },
        {
          kind: 'choice',
          label: 'Position in the box',
          options: [
            { value: 'top', label: 'Top', icon: AlignVerticalJustifyStart },
            { value: 'middle', label: 'Middle', icon: AlignVerticalJustifyCenter },
            { value: 'bottom', label: 'Bottom', icon: AlignVerticalJustifyEnd },
          ],
          ...wordOf<TextProps, 'verticalAlign', TextProps['verticalAlign']>('verticalAlign', [
            'top',
            'middle',
            'bottom',
          ]),
          // A box as high as its text has no room to place it in.
          when: (block) => block.frame?.height !== null,
        },
      ],
    },
  ],
}
