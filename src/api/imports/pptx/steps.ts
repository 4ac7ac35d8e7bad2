import type { TextProps } from '../../../blocks/text/block.ts'
import type { Block } from '../../../document/deck-model.ts'
import type { ShapeAnimation } from './animations.ts'

/** The tags that begin a paragraph in the HTML of a text, as text-lists.ts writes it. */
const paragraphStart = /<(p|h2|li)(?=[\s>])/g

/** Puts the steps of paragraphs into the HTML of a text. */
function withParagraphSteps(html: string, steps: ReadonlyMap<number, number>): string {
  let paragraph = -1
  return html.replace(paragraphStart, (whole) => {
    paragraph += 1
    const step = steps.get(paragraph)
    return step === undefined ? whole : `${whole} class="fragment" data-fragment-index="${step}"`
  })
}

/** A block that appears as it did in the file. */
export function withSteps(block: Block, { fragment, paragraphs }: ShapeAnimation): Block {
  if (fragment) return { ...block, fragment }
  if (block.type !== 'text' || paragraphs.size === 0) return block
  const props = block.props as TextProps
  return { ...block, props: { ...props, html: withParagraphSteps(props.html, paragraphs) } }
}
