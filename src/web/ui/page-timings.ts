import { overrideTimings } from '../../rules/timings.ts'

/** Takes over the durations that the server was started with, if they differ from the usual ones. Call it first of all. */
export function takeTimings(): void {
  const given = document.querySelector<HTMLMetaElement>('meta[name="timings"]')?.content
  if (given) overrideTimings(JSON.parse(given) as Record<string, number>)
}
