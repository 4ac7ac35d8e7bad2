import { overrideTimings, type Timings, timings } from '../rules/timings.ts'

/** The durations that stylesheets know under names of their own (tokens.css). */
const fades: readonly (readonly [string, keyof Timings])[] = [
  ['--popup-fade', 'popupFade'],
  ['--tooltip-fade', 'tooltipFade'],
]

/** Takes over the durations that the server was started with, if they differ from the usual ones. Call it first of all. */
export function takeTimings(): void {
  const given = document.querySelector<HTMLMetaElement>('meta[name="timings"]')?.content
  if (!given) return
  const others = JSON.parse(given) as Record<string, number>
  overrideTimings(others)
  for (const [token, name] of fades)
    if (name in others) document.documentElement.style.setProperty(token, `${timings[name]}ms`)
}
