import { z } from 'zod'
import type { DeckField, FieldRule } from '../rules/deck-fields.ts'
import { messages, tooLongMessage } from '../rules/messages.ts'
import { oneLine } from '../rules/one-line.ts'
import { isOption } from '../rules/options.ts'
import type { Validator } from '../rules/validators.ts'

/** A text that a validator of rules/validators.ts accepts, with its message when it does not. */
export function checked(validate: Validator) {
  return z.string().superRefine((value, context) => {
    const message = validate(value)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })
}

/** A text in one line: what was pasted with line breaks in it goes on behind a space, as in a field of one line. */
export function oneLineText(schema: z.ZodType<string, string>) {
  return z.string().transform(oneLine).pipe(schema)
}

/** A text of at most `max` characters. */
export function shortText(max: number) {
  return z.string().max(max, tooLongMessage(max))
}

/** A boolean, also as forms write it. */
export const flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1'),
])

/** An integer from 0 on, also as forms write it. */
export const whole = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/, messages.form.number)
    .transform(Number),
])

/** The token of an access link, where a call about a deck takes one in its query; mount.ts finds out what it gives. */
export const linkToken = z.string().max(100).optional()

/** A moment as answers write it: ISO 8601 in UTC. */
export const time = z.date().transform((date) => date.toISOString())

/**
 * How the lookup of a name answers: by its status alone (204 taken, 404 free), or by a body with status 200. Pages ask
 * for the body: browsers write each 404 into their console as an error.
 */
export const lookupAnswer = z.enum(['status', 'body']).default('status')

/** The body of a lookup that was asked for one. */
export const lookedUp = z.object({ taken: z.boolean() }).optional()

/** The check of a deck field that a client sends; see rules/deck-fields.ts. */
export function fieldInput(rule: FieldRule): z.ZodType {
  switch (rule.kind) {
    case 'flag':
      return flag
    case 'line':
      return oneLineText(checked(rule.validate))
    case 'name':
      return checked(rule.validate)
    case 'text':
      return shortText(rule.max)
    case 'optional-text':
      return shortText(rule.max).nullable()
    case 'option':
      return z.string().refine((id) => isOption(rule.options, id), 'Please choose one of the offered values')
    case 'number':
      return whole.refine(rule.allows, rule.message)
    case 'row':
      return z.never()
  }
}

/** A deck field as answers write it. */
export function fieldOutput({ rule, initial }: DeckField): z.ZodType {
  const isNumber = rule.kind === 'number' || rule.kind === 'row'
  const value = rule.kind === 'flag' ? z.boolean() : isNumber ? z.number() : z.string()
  return initial === null ? value.nullable() : value
}
