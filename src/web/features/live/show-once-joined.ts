import type { LiveStream } from '../../../realtime/live/client.ts'
import type { StageLink } from './stage-link.ts'
import type { StageChange } from './stage-state.ts'

/**
 * Shows `shown` to everybody once the page's moves count, wherever the presentation stands by then. The page can be used
 * before that: of the fields in `shown`, what its person chooses in the meantime through the returned link counts.
 */
export function showOnceJoined(link: StageLink, stream: LiveStream, shown: StageChange): StageLink {
  let chosen: StageChange = {}
  const stop = stream.subscribe(() => {
    if (!stream.snapshot().publishing) return
    stop()
    const fields = Object.keys(shown) as (keyof StageChange)[]
    link.change(Object.fromEntries(fields.map((field) => [field, (field in chosen ? chosen : shown)[field]])))
  })
  return {
    ...link,
    change: (change) => {
      chosen = { ...chosen, ...change }
      link.change(change)
    },
  }
}
