import { overrideTimings, type Timings, timings } from '../rules/timings.ts'

/** Durations that style sheets read as custom properties (tokens.css). */
const fades: readonly (readonly [string, keyof Timings])[] = [
  ['--popup-fade', 'popupFade'],
  ['--tooltip-fade', 'tooltipFade'],
]

/** Applies the server's durations if they differ from the defaults. Call it first. */
export function applyTimings(): void {
  const overrides = document.querySelector<HTMLMetaElement>('meta[name="timings"]')?.content
  if (!overrides) return
  const others = JSON.parse(overrides) as Record<string, number>
  overrideTimings(others)
  for (const [token, name] of fades)
    if (name in others) document.documentElement.style.setProperty(token, `${timings[name]}ms`)
}
