import type { BlockDefinition } from '../../document/block-definition.ts'
import { firstLineAttribute, firstLineOf } from '../../document/first-line.ts'
import { attribute, escapeAttribute, escapeText, isTag, onlyElements, textContent } from '../../document/html.ts'
import { type LinkProps, linkAround, withoutLink } from '../block-link.ts'

/** Source code. */
export interface CodeProps extends LinkProps {
  readonly code: string
  /** The language as highlight.js names it; '' if unknown: not highlighted. */
  readonly language: string
  readonly theme: CodeTheme
  /** Shows line numbers. */
  readonly lineNumbers: boolean
  /** The number of its first line, from 0. */
  readonly firstLine: number
  /** Highlighted lines in steps: '1-3|5,8' first highlights lines 1 to 3, then 5 and 8. '' for none. */
  readonly steps: string
}

/** Color schemes of code. */
export type CodeTheme = 'dark' | 'light' | 'plain'

/** In display order. */
export const codeThemes: readonly CodeTheme[] = ['dark', 'light', 'plain']

const stepsForm = /^[0-9,|-]{1,100}$/

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly code: CodeProps
  }
}

/** Source code, stored as plain text; colors and line numbers are added when shown. */
export const codeBlock: BlockDefinition<CodeProps> & { readonly type: 'code' } = {
  type: 'code',
  title: 'Code',
  hidden: false,
  capabilities: { resize: 'box', rotate: false, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: ['data-l-theme', 'data-l-numbers'],
  texts: { code: 'plain' },

  defaults: () => ({
    frame: { x: 180, y: 240, width: 600, height: null, rotation: 0 },
    props: { code: '', language: '', theme: 'dark', lineNumbers: false, firstLine: 1, steps: '', link: '' },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const pre = inside?.content
    const code = pre?.length === 1 && isTag(pre[0]!, 'pre') ? onlyElements(pre[0]!) : null
    if (!inside || !pre || code?.length !== 1 || !isTag(code[0]!, 'code')) return null
    const theme = codeThemes.find((name) => name === (attribute(pre[0]!, 'data-l-theme') ?? 'dark'))
    const steps = attribute(code[0]!, 'data-line-numbers') ?? ''
    if (!theme || (steps !== '' && !stepsForm.test(steps))) return null
    const lineNumbers = attribute(pre[0]!, 'data-l-numbers') === 'on'
    const firstLine = firstLineOf(attribute(code[0]!, firstLineAttribute))
    const language = attribute(code[0]!, 'data-language') ?? ''
    return { code: textContent(code[0]!), language, theme, lineNumbers, firstLine, steps, link: inside.link }
  },

  render({ props }) {
    const theme = props.theme === 'dark' ? '' : ` data-l-theme="${props.theme}"`
    const numbers = props.lineNumbers ? ' data-l-numbers="on"' : ''
    const language = props.language === '' ? '' : ` data-language="${escapeAttribute(props.language)}"`
    const steps = stepsForm.test(props.steps) ? ` data-line-numbers="${props.steps}"` : ''
    const first = props.firstLine === 1 ? '' : ` ${firstLineAttribute}="${props.firstLine}"`
    // HTML parsers convert all kinds of line ends to LF.
    const code = escapeText(props.code.replace(/\r\n?/g, '\n'))
    const pre = `<pre class="block-content"${theme}${numbers}><code${language}${steps}${first}>${code}</code></pre>`
    return linkAround(props.link, pre)
  },

  sample: () => ({
    id: '00000000000000a7',
    type: 'code',
    frame: { x: 100, y: 100, width: 700, height: 420, rotation: 0 },
    name: '',
    locked: false,
    fragment: null,
    classes: [],
    style: [['font-size', '18px']],
    attributes: [],
    props: {
      code: '\n  if (a < b && c > "d") {\n    return `</code>`\n  }\n',
      language: 'typescript',
      theme: 'light',
      lineNumbers: true,
      firstLine: 1,
      steps: '1-2|3,4',
      link: 'https://code.example/repository',
    },
  }),
}
