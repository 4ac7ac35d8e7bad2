import { accountMessages } from './account-messages.ts'
import { limits } from './limits.ts'

/** Why a sign-on did not succeed. The code is in the URL of the page that explains it. */
export const signOnProblems = {
  provider: 'The provider did not answer as it should. Please try again, or tell a manager of your team.',
  refused: 'The provider did not let you in. Please try again, or ask a manager of your team.',
  state: 'This sign-on is no longer valid. Please begin again, in this browser.',
  unknown: 'There is no single sign-on for this team or address. Please check how it is written.',
  'no-email': 'The provider did not tell your e-mail address, which an account needs.',
  unverified: 'The provider has not verified your e-mail address. Verify it there, then sign in again.',
  domain: 'Your team has not proven the domain of your e-mail address. A manager can do it in the team’s settings.',
  exists:
    'There is an account with your e-mail address already. Sign in to it with its password, then link it under Settings, Single sign-on.',
  closed: 'No new accounts can be created here at the moment.',
  ended: 'The team’s subscription has ended, so nobody can join it at the moment.',
  suspended: 'This account has been suspended.',
  deactivated: 'Your place in this team has been deactivated. A manager of the team can activate it again.',
  'not-member': 'Your account is not in this team. Ask a manager of the team for an invitation.',
  elsewhere: 'This identity belongs to another account.',
  session: 'You have signed out or in since you began. Please sign in, then link it again.',
} as const

export type SignOnProblem = keyof typeof signOnProblems

/** The message of a problem in a URL; null for anything else. */
export function signOnProblem(code: string | null): string | null {
  return code !== null && Object.hasOwn(signOnProblems, code) ? signOnProblems[code as SignOnProblem] : null
}

/** Path of the page that asks for the team or the address, and explains what went wrong. */
export const signOnPath = '/users/sign_on'
/** Path that begins a sign-on: sends the browser to the provider. */
export const beginSignOnPath = '/users/auth/oidc'

/** Query parameter of the sign-in page that makes it begin with the code: the provider has signed in. */
export const codeStep = 'code'

/** Facts about a member and the session, for whether the team's provider must be used first. */
export interface SignOnFacts {
  readonly teamId: number | null
  readonly requiresSignOn: boolean
  readonly isOwner: boolean
  /** The team by whose provider the session began. */
  readonly sessionTeamId: number | null
}

/** Whether a session does not count as one of the team's member, since it began another way than the team requires. */
export function needsSignOn({ teamId, requiresSignOn, isOwner, sessionTeamId }: SignOnFacts): boolean {
  return teamId !== null && requiresSignOn && !isOwner && sessionTeamId !== teamId
}

/**
 * Why a text is no issuer; null if it is one. No scheme is added, unlike for other URLs: an issuer is compared letter by
 * letter, and a missing https:// would become http://.
 */
export function validateIssuer(value: string): string | null {
  const text = value.trim()
  const isWhole = /^https?:\/\/[^\s/?#]+[^\s]*$/i.test(text) && URL.canParse(text) && text.length <= limits.account.url
  return isWhole ? null : accountMessages.signOn.issuer
}

/** Name of the DNS record that proves a domain, and its value. */
export function proofRecord(domain: string, token: string): { readonly name: string; readonly value: string } {
  return { name: `_lectern.${domain}`, value: `lectern-proof=${token}` }
}

/** Mailboxes to which the code that proves a domain can be sent. */
export const proofMailboxes = ['postmaster', 'admin'] as const
