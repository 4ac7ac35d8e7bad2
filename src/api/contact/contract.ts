import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { contract } from '../contract.ts'
import { nonNegativeInt, shortText } from '../inputs.ts'
import { email } from '../users/contract.ts'

/** The deck that a message is about, as the sending page reports it. */
const mentionedDeck = {
  deck_id: nonNegativeInt.optional(),
  deck_title: shortText(limits.deck.title).optional(),
  deck_url: shortText(limits.contact.url).optional(),
}

/** Route of the contact form. */
export const contactContracts = {
  send: contract({
    method: 'POST',
    path: '/api/v1/contact',
    summary: 'Sends a message, optionally about a deck, to the instance’s operators.',
    permission: 'public',
    rate: 'contact',
    body: z.object({
      contact: z.object({
        name: shortText(limits.account.name).optional(),
        email,
        message: z
          .string()
          .transform((text) => text.trim())
          .pipe(shortText(limits.contact.message).min(1, messages.form.required)),
        ...mentionedDeck,
      }),
    }),
    output: 'empty',
  }),
}
