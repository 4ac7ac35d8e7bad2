import { maxDecimals } from '../number-text.ts'

/** A value axis: its range and its ticks, all round numbers. */
export interface Scale {
  readonly from: number
  readonly to: number
  /** From the lowest to the highest; the first is `from`, the last is `to`. */
  readonly ticks: readonly number[]
  /** The number of decimals of the ticks. */
  readonly decimals: number
}

/**
 * The scale that includes all values, with at most `most` steps (2 or more), each 1, 2 or 5 times a power of ten. `zero`:
 * it includes zero as well. Without values it reaches from 0 to 1.
 */
export function scaleFor(values: readonly number[], most: number, zero: boolean): Scale {
  const bounds = zero || values.length === 0 ? [...values, 0] : values
  let [low, high] = [Math.min(...bounds), Math.max(...bounds)]
  if (low === high) {
    const room = low === 0 ? 1 : Math.abs(low)
    if (low >= 0) high += room
    else low -= room
  }
  const [step, decimals] = roundStep(low, high, most)
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toFixed(decimals)),
  )
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks, decimals }
}

/** The smallest round step with which at most `most` of them cover the range, and its decimals. */
function roundStep(low: number, high: number, most: number): [step: number, decimals: number] {
  const exponent = Math.max(-maxDecimals, Math.floor(Math.log10((high - low) / most)))
  for (let power = exponent; ; power++) {
    for (const times of [1, 2, 5]) {
      const step = Number(`${times}e${power}`)
      const steps = Math.ceil(high / step - 1e-9) - Math.floor(low / step + 1e-9)
      if (steps <= most) return [step, Math.max(0, -power)]
    }
  }
}
