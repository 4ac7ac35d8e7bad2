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
import { styleChoice, styleGround, styleSize } from '../block-style.ts'
import { propOf, wordOf } from '../props-fields.ts'
import { isBlank } from './blank.ts'
import type { TextProps } from './block.ts'
import { fitText } from './player.ts'

/** Editor of text: box styles in the panel, inline formatting on the slide. */
export const blockEditor: BlockEditor<TextProps> = {
  icon: Type,
  startsTyping: true,
  variants: [],
  handles: null,
  usualSize: 36,
  text: {
    placeholder: (block) => (isBlank(block.props.html) ? block.props.placeholder : ''),
    read: (block) => block.props.html,
    write: propOf<TextProps, 'html'>('html').write,
    inset: (block) => block.props.padding ?? 0,
    host: (wrapper) => wrapper.querySelector<HTMLElement>(':scope > .block-content'),
  },
  fitting: {
    read: (block) => (block.frame?.height === null ? 'grow' : block.props.fit),
    write(block, fit, height) {
      if (!block.frame) return block
      const frame = { ...block.frame, height: fit === 'grow' ? null : (block.frame.height ?? Math.round(height)) }
      return { ...block, frame, props: { ...block.props, fit: fit === 'shrink' ? 'shrink' : 'none' } }
    },
  },
  settle(wrapper, block) {
    const content = wrapper.querySelector<HTMLElement>(':scope > .block-content')
    if (!content) return
    const placeholder = isBlank(block.props.html) ? block.props.placeholder : ''
    wrapper.toggleAttribute('data-waiting', placeholder !== '')
    if (placeholder !== '') wrapper.style.setProperty('--placeholder', JSON.stringify(placeholder))
    // Last: the prompt is fitted, too.
    if (block.props.fit === 'shrink') fitText([content])
  },
  panel: [
    {
      title: 'Paragraphs',
      isTypography: true,
      fields: [
        styleChoice('Alignment', 'text-align', [
          { value: 'left', label: 'Left', icon: TextAlignStart },
          { value: 'center', label: 'Center', icon: TextAlignCenter },
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
        styleSize('Letter spacing', 'letter-spacing', { min: -10, max: 50, step: 0.5, usual: 0 }),
      ],
    },
    {
      title: 'Box',
      fields: [
        styleGround('None'),
        {
          kind: 'number',
          label: 'Padding',
          unit: 'px',
          min: 0,
          max: 200,
          step: 1,
          ...propOf<TextProps, 'padding'>('padding'),
          read: (block) => block.props.padding ?? 0,
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
          // A box with automatic height has no space for vertical alignment.
          when: (block) => block.frame?.height !== null,
        },
      ],
    },
  ],
}
