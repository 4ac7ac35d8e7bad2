import { z } from 'zod'
import type { DeckField, FieldRule } from '../rules/deck-columns.ts'
import { messages, tooLongMessage } from '../rules/messages.ts'
import { oneLine } from '../rules/one-line.ts'
import { isOption } from '../rules/options.ts'
import { normalFooter, validateFooter } from '../rules/slide-footer.ts'
import type { Validator } from '../rules/validators.ts'

/** A string checked by a validator of rules/validators.ts, with its message. */
export function checked(validate: Validator) {
  return z.string().superRefine((value, context) => {
    const message = validate(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

/** A string in one line: line breaks become spaces, as in single-line inputs. */
export function oneLineText(schema: z.ZodType<string, string>) {
  return z.string().transform(oneLine).pipe(schema)
}

/** A string of at most `max` characters. */
export function shortText(max: number) {
  return z.string().max(max, tooLongMessage(max))
}

/** A boolean in JSON or as a form value. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
])

/** An integer of at least 0, in JSON or as a form value. */
export const nonNegativeInt = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/, messages.form.number)
    .transform(Number),
])

/** The token of an access link in the query of deck routes; mount.ts evaluates it. */
export const linkToken = z.string().max(100).optional()

/** A time in answers: ISO 8601 in UTC. */
export const time = z.date().transform((date) => date.toISOString())

/**
 * How a lookup answers: only by status (204 taken, 404 free), or with a body and status 200. Pages use the body, since
 * browsers log each 404 as an error.
 */
export const lookupAnswer = z.enum(['status', 'body']).default('status')

/** The body of a lookup with answer=body. */
export const lookupResult = z.object({ taken: z.boolean() }).optional()

/** The input schema of a deck field; see rules/deck-columns.ts. */
export function fieldInput(rule: FieldRule): z.ZodType {
  switch (rule.kind) {
    case 'flag':
      return flag
    case 'line':
      return oneLineText(checked(rule.validate))
    case 'name':
      return checked(rule.validate)
    case 'footer':
      return checked(validateFooter).transform(normalFooter)
    case 'text':
      return shortText(rule.max)
    case 'optional-text':
      return shortText(rule.max).nullable()
    case 'option':
      return z.string().refine((id) => isOption(rule.options, id), messages.form.option)
    case 'number':
      return nonNegativeInt.refine(rule.allows, rule.message)
    case 'row':
      return z.never()
  }
}

/** The output schema of a deck field. */
export function fieldOutput({ rule, initial }: DeckField): z.ZodType {
  const isNumber = rule.kind === 'number' || rule.kind === 'row'
  const value = rule.kind === 'flag' ? z.boolean() : isNumber ? z.number() : z.string()
  return initial === null ? value.nullable() : value
}
