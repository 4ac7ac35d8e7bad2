import { product } from '../../rules/product.ts'
import { composeMail } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** Composes the mail of an invitation. `inviter`: the display name of the inviting user. */
export function invitationMail(invitation: { email: string; inviter: string; token: string }, baseUrl: string): Mail {
  const { email, inviter, token } = invitation
  return composeMail({
    to: email,
    subject: `${inviter} invites you to ${product.name}`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to ${product.name}, where people make slide decks, present and share them.`,
    ],
    button: { label: 'Accept the invitation', url: `${baseUrl}/users/invitation/accept?invitation_token=${token}` },
    note: 'The link is good for 14 days. If you do not want to accept, you need not do anything.',
    senderName: inviter,
  })
}
