import type { z } from 'zod'
import { messages } from '../rules/messages.ts'
import { HttpError } from '../server/http/http-error.ts'
import type { lookedUp, lookupAnswer } from './inputs.ts'

/** Answers the lookup of a name, in the body or by its status. Throws 404 for a free name when the status answers. */
export function answerLookup(taken: boolean, answer: z.output<typeof lookupAnswer>): z.input<typeof lookedUp> {
  if (answer === 'body') return { taken }
  if (!taken) throw new HttpError(404, messages.access.notFound)
  return undefined
}
