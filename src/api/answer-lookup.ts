import type { z } from 'zod'
import { messages } from '../rules/messages.ts'
import { HttpError } from '../server/http/http-error.ts'
import type { lookupAnswer, lookupResult } from './inputs.ts'

/** Answers whether a name is taken, in the body or by the status: then a free name throws 404. */
export function answerLookup(taken: boolean, answer: z.output<typeof lookupAnswer>): z.input<typeof lookupResult> {
  if (answer === 'body') return { taken }
  if (!taken) throw new HttpError(404, messages.access.notFound)
  return undefined
}
