import { z } from 'zod'
import { limits } from '../../rules/limits.ts'
import { messages, tooManyAddressesMessage } from '../../rules/messages.ts'
import { splitRecipients } from '../../rules/recipients.ts'
import { validateEmail, validateSenderName } from '../../rules/validators.ts'
import { contract } from '../contract.ts'
import { checked, nonNegativeInt, shortText } from '../inputs.ts'

/**
 * Whether a text is a bare email address. 'Ann <ann@example.org>' is refused: it would need escaping in a mail header.
 */
function isPlainAddress(address: string): boolean {
  return validateEmail(address) === null && !/[<>();:"\\[\]]/.test(address)
}

const recipients = shortText(limits.shareEmail.to)
  .transform(splitRecipients)
  .superRefine((addresses, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (addresses.length === 0) refuse(messages.form.required)
    else if (addresses.length > limits.shareEmail.addresses) {
      refuse(tooManyAddressesMessage(limits.shareEmail.addresses))
    } else if (!addresses.every(isPlainAddress)) refuse(messages.form.email)
  })

const filled = (max: number) => shortText(max).refine((text) => text.trim() !== '', messages.form.required)

/** Route that mails a deck's link. */
export const deckSharesContracts = {
  create: contract({
    method: 'POST',
    path: '/api/v1/decks/:id/deck_shares',
    summary:
      'Mails the link of a deck to comma-separated addresses. With access_token_id it is that access link. A call repeated with the same save_id sends nothing.',
    permission: 'deck:share-by-email',
    rate: 'write',
    params: z.object({ id: z.string() }),
    body: z.object({
      deck_share: z.object({
        emails: recipients,
        from: checked(validateSenderName),
        body: filled(limits.shareEmail.message),
        access_token_id: nonNegativeInt.nullish(),
        /** The page that the link opens. */
        view: z.enum(['show', 'live']).default('show'),
        save_id: z
          .string()
          .regex(/^[\w-]{8,64}$/)
          .optional(),
      }),
    }),
    output: z.object({
      deck_id: z.number(),
      /** The recipients, separated by commas. */
      emails: z.string(),
      from: z.string(),
      body: z.string(),
      access_token_id: z.number().nullable(),
    }),
    status: 201,
    transaction: 'own',
  }),
}
