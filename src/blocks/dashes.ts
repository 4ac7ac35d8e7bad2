import { formatNumber } from '../document/css-number.ts'

/** Dash styles of a stroke, in display order. */
export const dashOptions = [
  { value: 'solid', label: 'Solid' },
  { value: 'dashed', label: 'Dashed' },
  { value: 'dotted', label: 'Dotted' },
] as const

export type Dash = (typeof dashOptions)[number]['value']

export const dashes: readonly Dash[] = dashOptions.map(({ value }) => value)

/** SVG stroke attributes: width in px, and the matching dash pattern. */
export function strokeAttributes(width: number, dash: Dash): string {
  const stroke = ` stroke-width="${formatNumber(width)}" stroke-linejoin="round"`
  if (dash === 'dashed') return `${stroke} stroke-dasharray="${formatNumber(width * 3)} ${formatNumber(width * 2)}"`
  if (dash === 'dotted') return `${stroke} stroke-linecap="round" stroke-dasharray="0 ${formatNumber(width * 2)}"`
  return stroke
}
