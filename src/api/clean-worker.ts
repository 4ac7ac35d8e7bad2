/** Cleans one large piece of content in a thread of its own; see clean-aside.ts. */

import { parentPort, workerData } from 'node:worker_threads'
import { HttpError } from '../server/http/http-error.ts'
import type { CleanReply, CleanTask } from './clean-messages.ts'
import { prepareContent } from './decks/prepare-content.ts'
import { cleanDrawing } from './media/clean-drawing.ts'

function answer(task: CleanTask): CleanReply {
  try {
    const { rules } = task
    return { done: task.kind === 'drawing' ? cleanDrawing(task.source, rules) : prepareContent(task.content, rules) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const { status, message, fields } = error
    return { refused: { status, message, ...(fields ? { fields } : {}) } }
  }
}

parentPort?.postMessage(answer(workerData as CleanTask))
