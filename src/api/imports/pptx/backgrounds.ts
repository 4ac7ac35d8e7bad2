import { cssColor, literalColor, slotOf } from './colors.ts'
import { type Fill, fillElement, readFill, referencedFill } from './fills.ts'
import { type Part, relationOf, type SlideContext, takeMedia } from './slide-context.ts'
import { childrenOf, find } from './xml-tree.ts'

interface Background {
  readonly fill: Fill
  /** The name in the theme of its color; null if it has another. */
  readonly slot: string | null
  /** The context of the part that it comes from. */
  readonly context: SlideContext
}

/** The background of a slide: its own, or that of its layout or master. */
export function backgroundOf(
  context: SlideContext,
  parts: readonly (Part | null)[] = [context.slide, context.layout, context.master],
): Background | null {
  for (const part of parts) {
    const background = find(part?.root, 'cSld', 'bg')
    if (!part || !background) continue
    const own = { ...context, part }
    const [element, reference] = [fillElement(find(background, 'bgPr')), find(background, 'bgRef')]
    const fill = readFill(element, own) ?? referencedFill(reference, own)
    if (!fill) continue
    const named = element ?? (fill.kind === 'color' ? reference : null)
    return { fill, slot: slotOf(childrenOf(named)[0], context.scheme), context: own }
  }
  return null
}

/** The attributes of a section for the background of its slide. Slides without any are white. */
export async function backgroundAttributes(slide: SlideContext): Promise<Record<string, string>> {
  const background = backgroundOf(slide)
  if (!background || background.fill.kind === 'none') return { 'data-background-color': '#ffffff' }
  const { fill, context } = background
  if (fill.kind === 'color') {
    const isOfTheme = literalColor(fill.color) === slide.deck.theme?.background
    return { 'data-background-color': isOfTheme ? 'var(--r-background-color)' : cssColor(fill.color) }
  }
  if (fill.kind === 'gradient') return { 'data-background-gradient': fill.css }
  if (fill.kind !== 'picture') return { 'data-background-color': '#ffffff' }
  const relation = relationOf(context, find(fill.blip, 'blip'), 'embed')
  const source = relation && !relation.external ? await takeMedia(context, relation.target, 'picture') : ''
  if (source === '') return { 'data-background-color': '#ffffff' }
  const attributes = { 'data-background-color': '#ffffff', 'data-background-image': source }
  if (find(fill.blip, 'tile') === null) return attributes
  return { ...attributes, 'data-background-size': 'auto', 'data-background-repeat': 'repeat' }
}
