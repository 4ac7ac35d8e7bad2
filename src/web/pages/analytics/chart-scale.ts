import { months } from '../../../rules/dates.ts'
/**
 * The top of a chart's scale: the smallest of 2, 4, 6, 10, 20, 40, 50, 100 … not below `most`. Half of it is an
 * integer.
 */
export function topOfScale(most: number): number {
  if (most <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 4, power === 1 ? 6 : 5, 10].find((step) => step * power >= most) ?? 10
  return top * power
}

/** A share in percent; '0 %' if the whole is 0. */
export function percent(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((part / whole) * 100) : 0} %`
}

/** Formats an ISO day for the chart: 'Nov 22'. */
export function shortDay(day: string): string {
  const [, month = '1', date = '1'] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}`
}
