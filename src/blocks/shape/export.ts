import type { BlockExporter } from '../../document/powerpoint/block-exporter.ts'
import { withText } from '../../document/powerpoint/merge-texts.ts'
import type { FormItem, Preset, TextItem } from '../../document/powerpoint/scene.ts'
import type { ShapeProps } from './block.ts'
import { type ShapeName, usualRadius } from './shapes.ts'

/** Shapes that the format has as they are. */
const presets: { readonly [N in ShapeName]?: Preset } = {
  rectangle: 'rect',
  rounded: 'roundRect',
  pill: 'roundRect',
  ellipse: 'ellipse',
  triangle: 'triangle',
  'right-triangle': 'rtTriangle',
  diamond: 'diamond',
}

function radiusOf({ shape, radius }: ShapeProps, { rect: { width, height } }: FormItem): number {
  const shorter = Math.min(width, height)
  if (shape === 'pill') return shorter / 2
  return shape === 'rounded' ? Math.min(shorter / 2, radius ?? usualRadius(width, height)) : 0
}

/** A shape: a preset or its own path, with its text in it. */
export const shapeExporter: BlockExporter<ShapeProps> = {
  refine({ props }, items) {
    const form = items.find((item): item is FormItem => item.kind === 'form' && item.path !== '')
    const text = items.find((item): item is TextItem => item.kind === 'text')
    if (!form) return items
    const link = props.link === '' ? null : props.link
    const shape: FormItem = { ...form, link, preset: presets[props.shape] ?? null, radius: radiusOf(props, form) }
    const whole = text ? withText(shape, text) : shape
    const rest = items.filter((item) => item !== form && (whole === null || item !== text))
    const before = rest.filter((item) => items.indexOf(item) < items.indexOf(form))
    return [...before, whole ?? shape, ...rest.filter((item) => !before.includes(item))]
  },
}
