import { composeMail, siteName } from '../../server/mail/compose-mail.ts'
import type { Mail } from '../../server/services.ts'
import { greeting, type Recipient } from '../account-emails/emails.ts'

/** A team that was closed. `paid`: the recipient can read its receipts. */
interface ClosedTeam {
  readonly team: string
  readonly by: { readonly name: string | null; readonly username: string }
  readonly paid: boolean
}

/** Composes the notice of a closed team for one of its members. */
export function teamClosedMail(user: Recipient, { team, by, paid }: ClosedTeam, baseUrl: string): Mail {
  const receipts = paid ? ['The subscription has ended. Its receipts stay under Billing in your account.'] : []
  return composeMail({
    to: user.email,
    subject: `${team} was closed on ${siteName}`,
    paragraphs: [
      greeting(user),
      `${by.name ?? by.username} closed the team ${team}. Your account stays, and the decks that you made in the team are your personal decks now. Decks that were internal are private.`,
      'Old links to them keep working. Private decks can be edited with a plan of your own.',
      ...receipts,
      'If you signed in with your organization’s provider, choose a password to sign in from now on.',
    ],
    button: { label: 'See your decks', url: `${baseUrl}/${user.username}` },
    note: `A password for this address can be set at ${baseUrl}/users/password/new`,
  })
}
