import { limits } from '../../rules/limits.ts'
import type { CollaboratorRole } from '../../rules/permissions.ts'
import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'

/** An invitation to a deck. `inviter`: the display name of the inviting user; `title`: as displayed. */
interface DeckInvitation {
  readonly to: string
  readonly inviter: string
  readonly title: string
  readonly role: CollaboratorRole
}

/** What a role lets a person do, after 'invites you to'. */
const may: Readonly<Record<CollaboratorRole, string>> = {
  viewer: 'view and comment on',
  editor: 'edit and comment on',
  admin: 'edit and manage',
}

/** Composes the mail to a new collaborator, who need not accept. `url`: of the deck. */
export function collaboratorMail({ to, inviter, title, role }: DeckInvitation, url: string): Mail {
  return composeMail({
    to,
    subject: `${inviter} invites you to “${title}”`,
    paragraphs: ['Hello,', `${inviter} invites you to ${may[role]} the deck “${title}” on ${siteName}.`],
    button: { label: `Open “${title}”`, url },
    note: 'You find it under “Shared with me”, where you can also leave it.',
    senderName: inviter,
  })
}

/** Composes the mail to a person who waits. `url`: of the invitation, with its token. */
export function deckInvitationMail({ to, inviter, title, role }: DeckInvitation, url: string): Mail {
  return composeMail({
    to,
    subject: `${inviter} invites you to “${title}”`,
    paragraphs: [
      'Hello,',
      `${inviter} invites you to ${may[role]} the deck “${title}” on ${siteName}, where people make slide decks, present and share them.`,
      'You can accept with a new account, or with the one that you have under this address.',
    ],
    button: { label: 'Accept the invitation', url },
    note: `The link is good for ${limits.invitation.days} days. If you do not want to accept, you need not do anything.`,
    senderName: inviter,
  })
}
