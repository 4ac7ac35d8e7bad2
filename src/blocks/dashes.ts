import { formatNumber } from '../document/css-number.ts'

/** How a stroke is drawn. */
export type Dash = 'solid' | 'dashed' | 'dotted'

/** The dashes in the order in which they are offered. */
export const dashes: readonly Dash[] = ['solid', 'dashed', 'dotted']

/** Attributes of an SVG stroke: width in px, and the pattern that follows from it. */
export function strokeAttributes(width: number, dash: Dash): string {
  const stroke = ` stroke-width="${formatNumber(width)}" stroke-linejoin="round"`
  if (dash === 'dashed') return `${stroke} stroke-dasharray="${formatNumber(width * 3)} ${formatNumber(width * 2)}"`
  if (dash === 'dotted') return `${stroke} stroke-linecap="round" stroke-dasharray="0 ${formatNumber(width * 2)}"`
  return stroke
}
