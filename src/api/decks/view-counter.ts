import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { countedViewer, countViews, type View, viewEvery } from './count-view.ts'

/** Counts views behind the answers. */
export interface ViewCounter {
  /** Takes a view down; it is written a moment later, together with those that come in the same moment. */
  count(view: View): void
}

/**
 * Counts views without holding requests up: a viewer that this process has counted within the last 30 minutes costs
 * nothing, and all others of one turn of the event loop one commit. The database decides what counts.
 */
export function createViewCounter({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): ViewCounter {
  /** When viewers were last counted, in ms since 1970; the first is the one counted longest ago. */
  const recent = new Map<string, number>()
  let waiting: View[] = []
  let writing = false
  const keyOf = (deckId: number, viewer: string): string => `${deckId} ${viewer}`
  const remember = ({ deckId, viewer }: View, at: number): void => {
    for (const one of new Set([viewer.hash, countedViewer(viewer)])) {
      recent.delete(keyOf(deckId, one))
      recent.set(keyOf(deckId, one), at)
    }
    for (const oldest of recent.keys()) {
      if (recent.size <= limits.memory.viewers) break
      recent.delete(oldest)
    }
  }
  const write = async (): Promise<void> => {
    const views = waiting
    waiting = []
    const at = now()
    const counted = await countViews(database, views, at)
    // Only those that counted now: how long ago the others did is in the database.
    for (const [index, view] of views.entries()) if (counted[index]) remember(view, at.getTime())
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await write().catch((error: unknown) => log.error({ err: error }, 'views were not counted'))
    }
    writing = false
  }
  return {
    count: (view) => {
      const last = recent.get(keyOf(view.deckId, countedViewer(view.viewer)))
      if (last !== undefined && now().getTime() - last < viewEvery) return
      waiting.push(view)
      // One commit after the other: a first visit is written down before the same browser's second is looked up.
      if (!writing) setImmediate(() => void writeAll())
      writing = true
    },
  }
}
