import type { Services } from '../../server/services.ts'
import type { JobMessage } from './messages.ts'

/** Tells the open pages of a user how far an import or export is. Pages without a socket ask the API. */
export function sendJob({ jobProgress }: Pick<Services, 'jobProgress'>, userId: number, message: JobMessage): void {
  jobProgress.send(userId, message)
}
