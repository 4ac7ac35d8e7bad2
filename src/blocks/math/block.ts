import type { BlockDefinition } from '../../document/block-definition.ts'
import { attribute, escapeAttribute, escapeText, isTag, onlyElements } from '../../document/html.ts'

/** A formula. */
export interface MathProps {
  /** Its TeX source, at most 5000 characters, without delimiters. */
  readonly latex: string
}

/**
 * A formula in display style. The TeX stands in an attribute, for the player, and between \[ and \] as text, so that a
 * plain reveal.js page with any of its math plugins typesets it too.
 */
export const mathBlock: BlockDefinition<MathProps> & { readonly type: 'math' } = {
  type: 'math',
  title: 'Math',
  hidden: false,
  abilities: { resize: 'width', rotate: true, keepsAspect: false, editsText: false, fragment: true },
  dataAttributes: [],

  defaults: () => ({
    frame: { x: 230, y: 300, width: 500, height: null, rotation: 0 },
    props: { latex: 'e^{i\\pi} + 1 = 0' },
  }),

  parse(element) {
    const content = onlyElements(element)
    const latex = content?.length === 1 && isTag(content[0]!, 'div') ? attribute(content[0]!, 'data-latex') : null
    return latex === null ? null : { latex }
  },

  render({ props }) {
    const { latex } = props
    return `<div class="block-content" data-latex="${escapeAttribute(latex)}">\\[${escapeText(latex)}\\]</div>`
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
    props: { latex: '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2} \\quad a < b & "c"' },
  }),
}
