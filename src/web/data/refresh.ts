import { useLoaderData, useRevalidator } from 'react-router'
import { messages } from '../../rules/messages.ts'
import { showError } from '../../ui/toast/toast-store.ts'

interface Refresh {
  /** The page, with its query. */
  readonly href: string
  /** What the page shows at present. */
  readonly data: unknown
  failed: boolean
}

/** The running refresh, in the browser. */
let running: Refresh | null = null

/** Whether a loader could not get an answer or met a server error; other errors (401, 403, 404) change the page. */
function isOutage(error: unknown): boolean {
  const status = (error as { init?: { status?: number } | null } | null)?.init?.status
  return !(error instanceof Response) && (status === undefined || status >= 500 || status === 429)
}

/** The answer of a page's loader; while the page is refreshed, its present data if the loader fails. */
export async function orPresentData<T>(url: URL, load: () => Promise<T> | T): Promise<T> {
  const refresh = running
  try {
    return await load()
  } catch (error) {
    if (refresh?.href !== url.href || !isOutage(error)) throw error
    refresh.failed = true
    return refresh.data as T
  }
}

/** Returns a function that loads the page's data again after a change. If that fails, the page stays, with a toast. */
export function useRefresh(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  const data = useLoaderData<unknown>()
  return async () => {
    const own: Refresh = { href: window.location.href.split('#')[0] as string, data, failed: false }
    running = own
    await revalidate()
    if (running === own) running = null
    if (own.failed) showError(messages.save.refreshFailed)
  }
}
