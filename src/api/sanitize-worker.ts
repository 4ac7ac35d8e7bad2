/** Worker thread: sanitizes one large deck or SVG and posts the result; see sanitize-in-worker.ts. */

import { parentPort, workerData } from 'node:worker_threads'
import { HttpError } from '../server/http/http-error.ts'
import { prepareContent } from './decks/prepare-content.ts'
import { sanitizeSvg } from './media/sanitize-svg.ts'
import type { SanitizeReply, SanitizeTask } from './sanitize-messages.ts'

function answer(task: SanitizeTask): SanitizeReply {
  try {
    const { rules } = task
    return { done: task.kind === 'svg' ? sanitizeSvg(task.source, rules) : prepareContent(task.content, rules) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, message, fields } = error
    return { refused: { status, message, ...(fields ? { fields } : {}) } }
  }
}

parentPort?.postMessage(answer(workerData as SanitizeTask))
