import { months } from '../../../rules/dates.ts'
/** The top of a scale that holds a count: the next of 2, 4, 6, 10, 20, 40, 50, 100 … whose half is a whole count, too. */
export function topOfScale(most: number): number {
  if (most <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(most))
  const top = [1, 2, 4, power === 1 ? 6 : 5, 10].find((step) => step * power >= most) ?? 10
  return top * power
}

/** A part of a whole in per cent, '0 %' of nothing. */
export function percent(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((part / whole) * 100) : 0} %`
}

/** A day (2026-11-22) as it stands below a chart: 'Nov 22'. */
export function shortDay(day: string): string {
  const [, month = '1', date = '1'] = day.split('-')
  return `${months[Number(month) - 1]} ${Number(date)}`
}
