import { limits } from '../../rules/limits.ts'
import type { Services } from '../../server/services.ts'
import { countedViewer, countViews, type View, viewInterval } from './count-view.ts'

/** Counts views asynchronously. */
export interface ViewCounter {
  /** Queues a view; it is written shortly after, in a batch. */
  count(view: View): void
}

/**
 * Counts views without delaying requests. Repeated views within 30 minutes are skipped in memory. Views of one turn of
 * the event loop are written in one commit. The database decides which views are counted.
 */
export function createViewCounter({ database, log, now }: Pick<Services, 'database' | 'log' | 'now'>): ViewCounter {
  /** Time of each viewer's last counted view, in ms since 1970; oldest first. */
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
    // Remembers only views that were counted now: the times of the others are in the database.
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
      if (last !== undefined && now().getTime() - last < viewInterval) return
      waiting.push(view)
      // Commits are serialized: a browser's first view must be written before its second is checked.
      if (!writing) setImmediate(() => void writeAll())
      writing = true
    },
  }
}
