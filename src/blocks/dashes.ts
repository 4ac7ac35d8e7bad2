import { formatNumber } from '../document/css-number.ts'

/** Dash style of a stroke. */
export type Dash = 'solid' | 'dashed' | 'dotted'

/** In display order. */
export const dashes: readonly Dash[] = ['solid', 'dashed', 'dotted']

/** SVG stroke attributes: width in px, and the matching dash pattern. */
export function strokeAttributes(width: number, dash: Dash): string {
  const stroke = ` stroke-width="${formatNumber(width)}" stroke-linejoin="round"`
  if (dash === 'dashed') return `${stroke} stroke-dasharray="${formatNumber(width * 3)} ${formatNumber(width * 2)}"`
  if (dash === 'dotted') return `${stroke} stroke-linecap="round" stroke-dasharray="0 ${formatNumber(width * 2)}"`
  return stroke
}
