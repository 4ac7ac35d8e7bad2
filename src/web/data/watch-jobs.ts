import type { JobMessage } from '../../api/job-channel/messages.ts'

/**
 * Calls `onMessage` with the progress of the user's imports, or of the exports, as far as the socket brings it. Its code is
 * loaded with the first job. Returns a function that ends it.
 */
export function watchJobs(kind: JobMessage['kind'], onMessage: (message: JobMessage) => void): () => void {
  let end: (() => void) | null = null
  let isEnded = false
  import('../../realtime/jobs/client.ts').then(
    ({ followJobs }) => {
      if (!isEnded) end = followJobs((message) => message.kind === kind && onMessage(message))
    },
    // Polling suffices.
    () => undefined,
  )
  return () => {
    isEnded = true
    end?.()
  }
}
