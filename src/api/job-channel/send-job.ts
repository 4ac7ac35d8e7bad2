import type { Services } from '../../server/services.ts'
import type { JobMessage } from './messages.ts'

/** Sends the progress of an import or export to the user's open pages. Pages without a socket ask the API. */
export function sendJob({ jobProgress }: Pick<Services, 'jobProgress'>, userId: number, message: JobMessage): void {
  jobProgress.send(userId, message)
}
