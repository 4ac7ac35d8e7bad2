/** Bounds of a number field: minimum, maximum and decimals (0: integers). */
export interface Range {
  readonly min: number
  readonly max: number
  readonly decimals: number
}

/** Clamps to the range and rounds to its decimals. NaN becomes min. */
export function clampToRange(value: number, range: Range): number {
  if (Number.isNaN(value)) return range.min
  return Math.min(range.max, Math.max(range.min, roundTo(value, range.decimals)))
}

/** Rounds half away from zero: 1.256 with 2 decimals gives 1.26. */
export function roundTo(value: number, decimals: number): number {
  // Numbers this large have no decimals; Infinity and NaN cannot be rounded.
  if (!(Math.abs(value) < 1e15)) return value
  // 1.005 * 100 is 100.49999999999999; shifting the decimal point in the string avoids the error.
  const [mantissa, exponent = '0'] = Math.abs(value).toString().split('e')
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + decimals}`))
  const [whole, shift = '0'] = shifted.toString().split('e')
  return Math.sign(value) * Number(`${whole}e${Number(shift) - decimals}`)
}
