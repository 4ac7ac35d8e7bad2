import { Sigma, TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react'
import { limits } from '../../rules/limits.ts'
import type { BlockEditor } from '../block-editor.ts'
import { styleChoice, styleColor, styleSize } from '../block-style.ts'
import { propOf } from '../props-fields.ts'
import type { MathProps } from './block.ts'
import { mathDecorator } from './editor-decorator.ts'
import { FormulaPopover } from './editor-formula.tsx'

/** The font size without one of its own: the slide's. */
const usualSize = 36

/** Editor of formulas: LaTeX in a popover, typeset on the slide with every key. */
export const blockEditor: BlockEditor<MathProps> = {
  icon: Sigma,
  startsTyping: true,
  variants: [],
  handles: null,
  text: null,
  usualSize,
  typesetsText: true,
  popover: FormulaPopover,
  decorator: mathDecorator,
  panel: [
    {
      title: 'Formula',
      fields: [
        {
          kind: 'text',
          label: 'LaTeX',
          placeholder: 'e^{i\\pi} + 1 = 0',
          maxLength: limits.slide.formula,
          multiline: true,
          ...propOf<MathProps, 'latex'>('latex'),
        },
        {
          kind: 'choice',
          label: 'Style',
          options: [
            { value: 'display', label: 'Displayed' },
            { value: 'inline', label: 'As in a line' },
          ],
          read: (block) => (block.props.inline ? 'inline' : 'display'),
          write: (block, value) => propOf<MathProps, 'inline'>('inline').write(block, value === 'inline'),
        },
        styleColor('Color', 'color'),
        styleSize('Size', 'font-size', { min: 8, max: 300, step: 1, usual: usualSize }),
        styleChoice('Alignment', 'text-align', [
          { value: 'left', label: 'Left', icon: TextAlignStart },
          { value: 'center', label: 'Center', icon: TextAlignCenter },
          { value: 'right', label: 'Right', icon: TextAlignEnd },
        ]),
        { kind: 'link', label: 'Link', ...propOf<MathProps, 'link'>('link') },
      ],
    },
  ],
}
