import type { Scale } from './scale.ts'

/** Room of a marked value to the end of its axis, as a share of the range. */
const leastRoom = 1 / 20
/** Two: an axis on both sides of zero has no fewer. */
const leastSteps = 2
/** From this share of the highest value on, the lowest one lets an axis begin above zero. */
const nearShare = 5 / 6

/** How far the ends of an axis are apart at least, so that steps between them can be told apart. */
const leastBetween = (low: number, high: number): number => Math.max(1e-6, Math.abs(low) / 1e6, Math.abs(high) / 1e6)

const decimalsOf = (step: number): number =>
  [0, 1, 2, 3, 4, 5].find((count) => Number(step.toFixed(count)) === step) ?? 6

/** The limits of an axis without a highest value that is not above the lowest: such a limit is ignored. */
export function usableRange([from = null, to = null, ...others]: readonly (number | null)[]): readonly (
  | number
  | null
)[] {
  const isBelow = from !== null && to !== null && to - from < leastBetween(from, to)
  return [from, isBelow ? null : to, ...others]
}

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
  const [from = null, to = null, given = null] = usableRange(range)
  let [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
  if (zero && low > 0 && low < high * nearShare) low = 0
  if (zero && high < 0 && high > low * nearShare) high = 0
  if (zero && low === high) [low, high] = [Math.min(0, low), Math.max(0, high)]
  ;[low, high] = [from ?? low, to ?? high]
  const least = leastBetween(low, high)
  if (high - low < least)
    [low, high] = to !== null && from === null ? [high - least, high] : [low, low + Math.max(1, least)]
  const room = close ? 0 : (high - low) * leastRoom
  const ends = (step: number): readonly [start: number, end: number] => {
    let [first, last] = [Math.floor(low / step + 1e-9), Math.ceil(high / step - 1e-9)]
    if (low !== 0 && low - first * step < room) first--
    if (high !== 0 && last * step - high < room) last++
    return [from ?? first * step, to ?? last * step]
  }
  const isGiven = given !== null && given > 0 && (high - low) / given <= 100
  const [step, decimals] = isGiven ? [given, decimalsOf(given)] : stepOf(ends, high - low, Math.max(leastSteps, most))
  const [start, end] = ends(step)
  const count = Math.min(100, Math.floor((end - start) / step + 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, index) =>
    Number((start + index * step).toFixed(Math.min(20, decimals + 2))),
  )
  return { from: start, to: end, ticks, decimals }
}

/** The smallest round step with which at most so many of them cover the axis. */
function stepOf(
  ends: (step: number) => readonly [start: number, end: number],
  range: number,
  most: number,
): readonly [step: number, decimals: number] {
  const exponent = Math.floor(Math.log10(range / most))
  const steps = [0, 1, 2, 3].flatMap((more) => [1, 2, 5].map((times) => [times, exponent + more] as const))
  const found = steps.find(([times, power]) => {
    const step = Number(`${times}e${power}`)
    const [start, end] = ends(step)
    return (end - start) / step <= most + 1e-9
  })
  const [times, power] = found ?? steps.at(-1)!
  return [Number(`${times}e${power}`), Math.max(0, -power)]
}
