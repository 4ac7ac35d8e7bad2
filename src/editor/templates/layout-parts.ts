import type { PropsOf } from '../../blocks/index.ts'
import type { ShapeName } from '../../blocks/shape/shapes.ts'
import type { Block, BlockType, Slide } from '../../document/deck-model.ts'
import { type ThemeRoleId, themeRoles } from '../../rules/theme-roles.ts'
import { newBlock } from '../commands/new-block.ts'

/** A designed arrangement of a slide: empty texts and pictures with prompts, and decoration. */
export interface Layout {
  readonly id: string
  readonly label: string
  /** Creates the slide, with new ids. */
  readonly slide: () => Slide
}

/** x, y, width and height in slide px. */
export type Place = readonly [x: number, y: number, width: number, height: number]

type Style = Readonly<Record<string, string>>
type VerticalAlign = PropsOf<'text'>['verticalAlign']

/** Left margin and width of the content area. */
export const margin = 80
export const wide = 800

export const centered = { 'text-align': 'center' }
export const left = { 'text-align': 'left' }

/** A color of the theme, as a value in markup. */
export function role(id: ThemeRoleId): string {
  return `var(${themeRoles.find((one) => one.id === id)!.property})`
}

/** A block at a place of the slide. */
export function framed(block: Block, [x, y, width, height]: Place): Block {
  return { ...block, frame: { x, y, width, height, rotation: 0 } }
}

/** A block of a type at a place, with these props and declarations. */
export function placed(
  type: BlockType,
  at: Place,
  props: Readonly<Record<string, unknown>> = {},
  style: Style = {},
): Block {
  return { ...framed(newBlock(type, props), at), style: Object.entries(style) }
}

/**
 * An empty text block with a placeholder. `html` is an empty paragraph of the kind to be typed. The box keeps its size:
 * longer text shrinks.
 */
export function slot(
  html: string,
  placeholder: string,
  at: Place,
  style: Style = left,
  verticalAlign: VerticalAlign = 'top',
): Block {
  return placed('text', at, { html, placeholder, fit: 'shrink', verticalAlign }, style)
}

/** The title of a content slide. */
export function title(at: Place, style: Style = left, align: VerticalAlign = 'middle'): Block {
  return slot('<h2><br></h2>', 'Click to add title', at, style, align)
}

/** The title of an opening or closing slide. */
export function headline(at: Place, style: Style = left, align: VerticalAlign = 'bottom'): Block {
  return slot('<h1><br></h1>', 'Click to add title', at, style, align)
}

/** The heading of a part of a slide. */
export function heading(at: Place, style: Style = left, words = 'Click to add heading'): Block {
  return slot('<h3><br></h3>', words, at, style, 'middle')
}

/** A paragraph. */
export function text(at: Place, style: Style = left, words = 'Click to add text'): Block {
  return slot('<p><br></p>', words, at, style)
}

/** A list with bullets. */
export function points(at: Place, style: Style = left): Block {
  return slot('<ul><li><br></li></ul>', 'Click to add points', at, style)
}

/** A numbered list. */
export function numbered(at: Place, style: Style = left, words = 'Click to add steps'): Block {
  return slot('<ol><li><br></li></ol>', words, at, style)
}

/** An empty picture. */
export function picture(at: Place, props: Partial<PropsOf<'image'>> = {}): Block {
  return placed('image', at, props)
}

/** Decoration in a color of the theme. `opacity` below 1 tints what is behind it. */
export function area(at: Place, fill: ThemeRoleId, opacity = 1, shape: ShapeName = 'rectangle'): Block {
  const style: Style = opacity === 1 ? {} : { opacity: String(opacity) }
  return placed('shape', at, { shape, fill: role(fill) }, style)
}

/** The title of an ordinary slide, and the top and height of the area below it. */
export const top: Place = [margin, 50, wide, 130]
export const below = 200
export const rest = 440
