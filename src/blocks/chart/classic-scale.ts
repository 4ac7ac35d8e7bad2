import type { Scale } from './scale.ts'

/** Room of a marked value to the end of its axis, as a share of the range. */
const leastRoom = 1 / 20
/** From this share of the highest value on, the lowest one lets an axis begin above zero. */
const nearShare = 5 / 6

const decimalsOf = (step: number): number =>
  [0, 1, 2, 3, 4, 5].find((count) => Number(step.toFixed(count)) === step) ?? 6

/** The scale of an axis as office programs choose it. `range`: what is set of it; `zero`: it may begin at zero. */
export function classicScale(
  values: readonly number[],
  {
    range,
    most,
    zero,
    close,
  }: {
    readonly range: readonly (number | null)[]
    readonly most: number
    readonly zero: boolean
    /** Values may touch the axis's ends. */
    readonly close: boolean
  },
): Scale {
  const [from = null, to = null, given = null] = range
  let [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
  if (zero && low > 0 && low < high * nearShare) low = 0
  if (zero && high < 0 && high > low * nearShare) high = 0
  if (zero && low === high) [low, high] = [Math.min(0, low), Math.max(0, high)]
  if (low === high) high = low + 1
  const [least, largest] = [from ?? low, Math.max(to ?? high, (from ?? low) + 1e-9)]
  const isGiven = given !== null && given > 0 && (largest - least) / given <= 100
  const room = close ? 0 : (high - low) * leastRoom
  const ends = (step: number): readonly [start: number, end: number] => {
    let [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)]
    if (low !== 0 && low - first * step < room) first--
    if (high !== 0 && last * step - high < room) last++
    return [from ?? first * step, Math.max(to ?? last * step, (from ?? first * step) + step / 100)]
  }
  const [step, decimals] = isGiven ? [given, decimalsOf(given)] : stepOf(ends, largest - least, Math.max(1, most))
  const [start, end] = ends(step)
  const count = Math.min(100, Math.floor((end - start) / step + 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((start + index * step).toFixed(decimals + 2)))
  return { from: start, to: end, ticks, decimals }
}

/** The smallest round step with which at most so many of them cover the axis. */
function stepOf(
  ends: (step: number) => readonly [start: number, end: number],
  range: number,
  most: number,
): readonly [step: number, decimals: number] {
  for (let power = Math.floor(Math.log10(range / most)); ; power++) {
    for (const times of [1, 2, 5]) {
      const step = Number(`${times}e${power}`)
      const [start, end] = ends(step)
      if ((end - start) / step <= most + 1e-9) return [step, Math.max(0, -power)]
    }
  }
}
