import type { XmlElement } from '../../../document/sanitize/xml.ts'
import { type Color, colorIn, cssColor, literalColor, readColor, slotOf } from './colors.ts'
import { type Fill, fillElement, readFill, referencedFill } from './fills.ts'
import { type Part, relationOf, type SlideContext, type Tones, takeMedia } from './slide-context.ts'
import { childrenOf, find, num } from './xml-tree.ts'

interface Background {
  readonly fill: Fill
  /** The name in the theme of its color; null if it has another. */
  readonly slot: string | null
  /** The context of the part that it comes from. */
  readonly context: SlideContext
  /** The color of a reference to the theme's backgrounds, which its pictures are drawn in. */
  readonly own: Color | null
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
    const set = readFill(element, own)
    const fill = set ?? referencedFill(reference, own)
    if (!fill) continue
    const colors = set ? null : colorIn(reference, context.scheme)
    const named = element ?? (fill.kind === 'color' ? reference : null)
    return {
      fill,
      slot: slotOf(childrenOf(named)[0], context.scheme),
      context: set ? own : { ...own, part: context.themePart ?? part },
      own: colors,
    }
  }
  return null
}

/** Size and position of a picture that is stretched to a part of the slide, or beyond it. */
function stretched(fill: XmlElement): Record<string, string> {
  const area = find(fill, 'stretch', 'fillRect')
  const [left, top, right, bottom] = ['l', 't', 'r', 'b'].map((side) => (num(area, side) ?? 0) / 100_000) as [
    number,
    number,
    number,
    number,
  ]
  const [width, height] = [1 - left - right, 1 - top - bottom]
  if (!find(fill, 'stretch') || width <= 0.01 || height <= 0.01) return {}
  if (width === 1 && height === 1) return { 'data-background-size': '100% 100%' }
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`
  // A position in percent is of what the size leaves free.
  const at = (before: number, after: number) => percent(before + after === 0 ? 0.5 : before / (before + after))
  return {
    'data-background-size': `${percent(width)} ${percent(height)}`,
    'data-background-position': `${at(left, right)} ${at(top, bottom)}`,
  }
}

/** The two colors that a picture is drawn in, from dark to light; null: its own. */
function tonesOf(element: XmlElement | null, { scheme }: SlideContext, own: Color | null): Tones | null {
  const [dark, light] = childrenOf(element).map((one) => readColor(one, scheme, own))
  return dark && light ? [dark.rgb, light.rgb] : null
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
  const tones = tonesOf(find(fill.blip, 'blip', 'duotone'), context, background.own)
  const source = relation && !relation.external ? await takeMedia(context, relation.target, 'picture', tones) : ''
  if (source === '') return { 'data-background-color': '#ffffff' }
  const amount = num(find(fill.blip, 'blip', 'alphaModFix'), 'amt') ?? 100_000
  const attributes = {
    ...{ 'data-background-color': '#ffffff', 'data-background-image': source },
    ...(amount < 100_000 ? { 'data-background-opacity': String(Math.max(0, amount / 100_000)) } : {}),
    ...stretched(fill.blip),
  }
  if (find(fill.blip, 'tile') === null) return attributes
  return { ...attributes, 'data-background-size': 'auto', 'data-background-repeat': 'repeat' }
}
