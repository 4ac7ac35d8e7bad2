import type { BlockDefinition } from '../../document/block-definition.ts'
import { parseDeclarations } from '../../document/css-declarations.ts'
import { formatPx, parsePx } from '../../document/css-number.ts'
import { attribute, escapeAttribute, innerHtml, innerRangeOf, isTag, onlyElements } from '../../document/html.ts'

/** Vertical alignment of text in a higher box. */
export type VerticalAlign = 'top' | 'middle' | 'bottom'

/** A text box. Without a height (frame.height null) it grows with its text. */
export interface TextProps {
  /** Paragraphs, headings, lists. */
  readonly html: string
  /** `shrink`: text that exceeds the box is scaled down; the scale is computed when shown and never stored. */
  readonly fit: 'none' | 'shrink'
  readonly verticalAlign: VerticalAlign
  /**
   * Distance between the box's edge and the text, in px; null: not set, as in hand-written markup, which means none.
   */
  readonly padding: number | null
  /** Placeholder of an empty box in the editor; '' for none. Never shown to an audience. */
  readonly placeholder: string
}

const verticalAligns: readonly string[] = ['top', 'middle', 'bottom']

declare module '../../document/deck-model.ts' {
  interface BlockTypes {
    readonly text: TextProps
  }
}

/** Text. Color, size and alignment are declarations of the wrapper (Block.style), so they apply to the whole box. */
export const textBlock: BlockDefinition<TextProps> & { readonly type: 'text' } = {
  type: 'text',
  title: 'Text',
  hidden: false,
  capabilities: { resize: 'box', rotate: true, keepsAspect: false, editsText: true, fragment: true },
  dataAttributes: ['data-l-fit', 'data-l-valign', 'data-l-placeholder'],
  texts: { html: 'rich' },

  defaults: () => ({
    frame: { x: 160, y: 300, width: 640, height: null, rotation: 0 },
    props: { html: '<p>Text</p>', fit: 'none', verticalAlign: 'top', padding: 10, placeholder: '' },
  }),

  parse(element) {
    const content = onlyElements(element)
    if (content?.length !== 1 || !isTag(content[0]!, 'div') || !innerRangeOf(content[0]!)) return null
    const fit = attribute(content[0]!, 'data-l-fit') ?? 'none'
    const verticalAlign = attribute(content[0]!, 'data-l-valign') ?? 'top'
    const written = attribute(content[0]!, 'style')
    const padding = written === null ? null : parsePx(Object.fromEntries(parseDeclarations(written) ?? []).padding)
    if (written !== null && padding === null) return null
    if ((fit !== 'none' && fit !== 'shrink') || !verticalAligns.includes(verticalAlign)) return null
    const placeholder = attribute(content[0]!, 'data-l-placeholder') ?? ''
    return { html: innerHtml(content[0]!), fit, verticalAlign: verticalAlign as VerticalAlign, padding, placeholder }
  },

  render({ props }) {
    const fit = props.fit === 'none' ? '' : ` data-l-fit="${props.fit}"`
    const align = props.verticalAlign === 'top' ? '' : ` data-l-valign="${props.verticalAlign}"`
    const placeholder = props.placeholder === '' ? '' : ` data-l-placeholder="${escapeAttribute(props.placeholder)}"`
    const style = props.padding === null ? '' : ` style="padding: ${formatPx(props.padding)};"`
    return `<div class="block-content"${fit}${align}${placeholder}${style}>${props.html}</div>`
  },

  sample: () => ({
    id: '00000000000000a1',
    type: 'text',
    frame: { x: 80, y: 60, width: 800, height: 200, rotation: 15 },
    name: 'Title & "more"',
    locked: true,
    fragment: { style: 'fade-up', index: 2 },
    classes: ['wide'],
    style: [
      ['font-size', '48px'],
      ['color', 'var(--r-heading-color)'],
      ['text-align', 'center'],
    ],
    attributes: [['data-auto-animate-id', 'title']],
    props: {
      html: '<h2>Light &amp; shadow</h2>\n<ul><li><strong>One</strong></li><li><a href="#/2">Two</a></li></ul>',
      fit: 'shrink',
      verticalAlign: 'middle',
      padding: 12.5,
      placeholder: 'Title, 1 to 3 words',
    },
  }),
}
