import { relativeTime } from '../../../../rules/dates.ts'
import { timings } from '../../../../rules/timings.ts'

/** Shows dates as relative times and updates them. The absolute date is the tooltip. */
export function showTimes(): void {
  const refresh = (): void => {
    for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-time]')) {
      element.textContent = relativeTime(element.dateTime, Date.now())
    }
  }
  refresh()
  setInterval(refresh, timings.timeRefresh)
}
