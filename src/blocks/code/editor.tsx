import { Code } from 'lucide-react'
import type { Block } from '../../document/deck-model.ts'
import { highestFirstLine } from '../../document/first-line.ts'
import type { BlockEditor } from '../block-editor.ts'
import { declarationOf, styleSize } from '../block-style.ts'
import { editingModule } from '../editing-module.ts'
import { propOf, wordOf } from '../props-fields.ts'
import { type CodeProps, type CodeTheme, codeThemes } from './block.ts'
import { codeDecorator } from './editor-decorator.ts'
import { languageNamed, languageTitle, languageTitles } from './language-names.ts'
import { describeLaterSteps, describeSteps, parseStepText } from './step-text.ts'

/** Its font size without one of its own, as in its style sheet. */
const usualSize = 20

/** Height of the block with all its lines, in slide px, as set by its style sheet. */
function fullHeight(block: Block<CodeProps>): number {
  const size = Number.parseFloat(declarationOf(block, 'font-size')) || usualSize
  const lines = block.props.code.split('\n').length
  return Math.round(size * (1.8 + 1.45 * Math.max(lines, 1)))
}

/** Editor of code blocks. */
export const blockEditor: BlockEditor<CodeProps> = {
  icon: Code,
  startsTyping: true,
  variants: [],
  handles: null,
  text: null,
  usualSize,
  editing: editingModule(async () => (await import('./editor-typing.ts')).typeCode),
  decorator: codeDecorator,
  innerSteps: (block) => describeLaterSteps(block.props.steps),
  panel: [
    {
      title: 'Code',
      fields: [
        {
          kind: 'checked',
          label: 'Language',
          placeholder: 'Guessed while you type',
          maxLength: 30,
          suggestions: languageTitles,
          read: (block) => languageTitle(block.props.language),
          write: propOf<CodeProps, 'language'>('language').write,
          check: (text) => {
            const value = languageNamed(text)
            return value === null ? { error: 'This language is not known here' } : { value }
          },
        },
        {
          kind: 'choice',
          label: 'Colors',
          options: [
            { value: 'dark', label: 'Dark' },
            { value: 'light', label: 'Light' },
            { value: 'plain', label: "The theme's" },
          ],
          ...wordOf<CodeProps, 'theme', CodeTheme>('theme', codeThemes),
        },
        { kind: 'toggle', label: 'Line numbers', ...propOf<CodeProps, 'lineNumbers'>('lineNumbers') },
        {
          kind: 'number',
          label: 'First number',
          unit: '',
          min: 0,
          max: highestFirstLine,
          step: 1,
          own: true,
          when: (block) => block.props.lineNumbers,
          ...propOf<CodeProps, 'firstLine'>('firstLine'),
        },
        {
          kind: 'checked',
          label: 'Lines to point at',
          placeholder: '4,8-11|3',
          maxLength: 120,
          ...propOf<CodeProps, 'steps'>('steps'),
          check: parseStepText,
          description: (block) => describeSteps(block.props.steps) || 'A bar | begins the next step',
        },
        styleSize('Size', 'font-size', { min: 8, max: 120, step: 1, usual: usualSize }),
        {
          kind: 'toggle',
          label: 'As high as its lines',
          own: true,
          read: (block) => block.frame?.height === null,
          write: (block, follows) => {
            if (!block.frame || follows === (block.frame.height === null)) return block
            return { ...block, frame: { ...block.frame, height: follows ? null : fullHeight(block) } }
          },
        },
        { kind: 'link', label: 'Link', ...propOf<CodeProps, 'link'>('link') },
      ],
    },
  ],
}
