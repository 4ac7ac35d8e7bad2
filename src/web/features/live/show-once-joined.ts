import type { LiveStream } from '../../../realtime/live/client.ts'
import type { StageLink } from './stage-link.ts'
import type { StageChange } from './stage-state.ts'

/**
 * Publishes the fields of `shown` once the page has joined the presentation. Changes made through the returned link
 * before that take precedence over them.
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
