import { limits } from '../../rules/limits.ts'
import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

const note = `The link is good for ${limits.invitation.days} days. If you do not want to accept, you need not do anything.`

/** Composes the mail of an invitation. `inviter`: the display name of the inviting user. */
export function invitationMail(invitation: { email: string; inviter: string; token: string }, baseUrl: string): Mail {
  const { email, inviter, token } = invitation
  return composeMail({
    to: email,
    subject: `${inviter} invites you to ${siteName}`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to ${siteName}, where people make slide decks, present and share them.`,
    ],
    button: { label: 'Accept the invitation', url: `${baseUrl}/users/invitation/accept?invitation_token=${token}` },
    note,
    senderName: inviter,
  })
}

/** Composes the mail of an invitation to a team. `inviter`: the display name of the inviting user. */
export function teamInvitationMail(
  invitation: { email: string; inviter: string; team: string; token: string },
  baseUrl: string,
): Mail {
  const { email, inviter, team, token } = invitation
  return composeMail({
    to: email,
    subject: `${inviter} invites you to ${team} on ${siteName}`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to the team ${team} on ${siteName}, where people make slide decks, present and share them.`,
      'You can accept with a new account, or with the one that you have under this address.',
    ],
    button: { label: `Join ${team}`, url: `${baseUrl}/users/invitation/accept?invitation_token=${token}` },
    note,
    senderName: inviter,
  })
}
