import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { type ImportAnswer, importsContracts } from '../../../api/imports/contract.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { timings } from '../../../rules/timings.ts'
import type { watchJobs } from '../../data/watch-jobs.ts'

/** A pause that ends at once when it is canceled, or woken. */
interface Pause {
  wait(ms: number, signal: AbortSignal): Promise<void>
  wake(): void
}

function createPause(): Pause {
  let wake: () => void = () => undefined
  return {
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', wake, { once: true })
      }),
    wake: () => wake(),
  }
}

const isOpen = ({ status }: Pick<ImportAnswer, 'status'>): boolean => status === 'pending' || status === 'processing'

/** What changes while an import makes progress. */
const progressOf = ({ status, done, slide_count }: ImportAnswer): string => `${status} ${done} ${slide_count}`

/**
 * Follows an import until it has ended: over the socket, and by requests while that is silent. A lost connection is waited
 * for as long as silence is. Throws an Error with a message for the user. `show`: called with each progress.
 */
export async function followImport(
  api: ApiClient,
  watch: typeof watchJobs,
  first: ImportAnswer,
  signal: AbortSignal,
  show: (current: ImportAnswer) => void,
): Promise<ImportAnswer> {
  let [current, heard] = [first, performance.now()]
  let isTold = false
  const pause = createPause()
  const take = (next: ImportAnswer): void => {
    if (next.status === 'pending' || progressOf(next) !== progressOf(current)) heard = performance.now()
    current = next
    if (!signal.aborted) show(current)
  }
  const unfollow = watch('import', ({ id, status, done, slides }) => {
    if (id !== first.id || !isOpen(current)) return
    if (!isOpen({ status })) return pause.wake()
    isTold = true
    take({ ...current, status, done, slide_count: slides })
  })
  /** Null while the server cannot be reached. */
  const read = async (): Promise<ImportAnswer | null> => {
    try {
      return await api.call(importsContracts.read, { params: { id: first.id }, signal })
    } catch (error) {
      if (isApiError(error) && error.status === 404) throw new Error(importMessages.failed)
      return null
    }
  }
  try {
    while (isOpen(current)) {
      isTold = false
      await pause.wait(timings.importPoll, signal)
      if (signal.aborted) return current
      if (performance.now() - heard > timings.importSocket) throw new Error(importMessages.silent)
      const next = isTold ? null : await read()
      if (next) take(next)
    }
    return current
  } finally {
    unfollow()
  }
}
