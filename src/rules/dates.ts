/** Short names of the months, from January. */
export const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Ordinal of a day of the month: '1st', '2nd', '3rd', '4th', '11th'. */
function ordinal(day: number): string {
  if (day % 100 >= 11 && day % 100 <= 13) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

/** Formats a date in UTC as 'Mar 2nd, 2015' (MMM Do, YYYY). `date`: a Date, ms since 1970, or an ISO string. */
export function formatDate(date: Date | number | string): string {
  const moment = new Date(date)
  return `${months[moment.getUTCMonth()]} ${ordinal(moment.getUTCDate())}, ${moment.getUTCFullYear()}`
}

/** Formats date and time in the local time zone: 'Mar 2nd, 2015 at 08:12'. `date` as with formatDate. */
export function formatDateTime(date: Date | number | string): string {
  const moment = new Date(date)
  const day = `${months[moment.getMonth()]} ${ordinal(moment.getDate())}, ${moment.getFullYear()}`
  const [hour, minute] = [moment.getHours(), moment.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${day} at ${hour}:${minute}`
}

const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'month', seconds: 30 * 86_400 },
  { unit: 'year', seconds: 365 * 86_400 },
] as const

/** Relative time: 'just now', 'a minute ago', '5 hours ago', 'in 2 days'. `now` in ms since 1970. */
export function relativeTime(date: Date | number | string, now: number): string {
  const seconds = Math.round((now - new Date(date).getTime()) / 1000)
  const distance = Math.abs(seconds)
  const step = steps.findLast((candidate) => distance >= candidate.seconds)
  if (!step || distance < 60) return 'just now'
  const count = Math.floor(distance / step.seconds)
  const article = step.unit === 'hour' ? 'an' : 'a'
  const amount = count === 1 ? `${article} ${step.unit}` : `${count} ${step.unit}s`
  return seconds >= 0 ? `${amount} ago` : `in ${amount}`
}
