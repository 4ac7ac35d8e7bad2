import type { BlockDefinition } from '../../document/block-definition.ts'
import { attribute, escapeAttribute, escapeText, isTag } from '../../document/html.ts'
import { type LinkProps, linkAround, withoutLink } from '../block-link.ts'

/** A formula. */
export interface MathProps extends LinkProps {
  /** TeX source, at most 5000 characters, without delimiters. */
  readonly latex: string
  /** Inline style (smaller sums and limits) instead of display style. */
  readonly inline: boolean
}

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly math: MathProps
  }
}

/**
 * A formula. Its TeX is in an attribute, for the player. It is also text between \[ and \] (or \( and \)), so that any
 * math plugin of a plain reveal.js page typesets it.
 */
export const mathBlock: BlockDefinition<MathProps> & { readonly type: 'math' } = {
  type: 'math',
  title: 'Math',
  hidden: false,
  capabilities: { resize: 'width', rotate: true, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: ['data-l-display'],
  texts: { latex: 'plain' },

  defaults: () => ({
    frame: { x: 230, y: 300, width: 500, height: null, rotation: 0 },
    props: { latex: 'e^{i\\pi} + 1 = 0', inline: false, link: '' },
  }),

  parse(element) {
    const inside = withoutLink(element)
    const formula = inside?.content.length === 1 && isTag(inside.content[0]!, 'div') ? inside.content[0]! : null
    const latex = formula && attribute(formula, 'data-latex')
    if (!inside || !formula || latex === null) return null
    return { latex, inline: attribute(formula, 'data-l-display') === 'inline', link: inside.link }
  },

  render({ props }) {
    const { latex, inline } = props
    const [open, close] = inline ? ['\\(', '\\)'] : ['\\[', '\\]']
    const display = inline ? ' data-l-display="inline"' : ''
    const tex = escapeAttribute(latex)
    const formula = `<div class="block-content" data-latex="${tex}"${display}>${open}${escapeText(latex)}${close}</div>`
    return linkAround(props.link, formula)
  },

  sample: () => ({
    id: '00000000000000a8',
    type: 'math',
    frame: { x: 200, y: 300, width: 560, height: null, rotation: 0 },
    name: '',
    locked: false,
    fragment: { style: 'current-visible', index: 0 },
    classes: [],
    style: [['font-size', '36px']],
    attributes: [],
    props: {
      inline: true,
      link: '#/0',
      latex: '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2} \\quad a < b & "c"',
    },
  }),
}
