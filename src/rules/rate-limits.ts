import { limits } from './limits.ts'

/** A rate limit. */
export interface Rate {
  readonly tries: number
  /** Length of the window. */
  readonly seconds: number
  /** Key: IP address (IPv6 by /56), or signed-in user (visitors by IP address). */
  readonly by: 'address' | 'user'
  /** Behavior when the counter's store is unavailable: refuse or allow all requests. */
  readonly withoutStore: 'closed' | 'open'
  /** The delay before the next attempt, for a limit that counts failures. */
  readonly pause?: Pause
}

/** Exponential backoff. Times in seconds. */
export interface Pause {
  /** Number of failures without a delay, for typing errors. */
  readonly free: number
  readonly first: number
  /** Maximum delay: no user is locked out forever. */
  readonly max: number
}

/** Delay after this many failures, in seconds. */
export function pauseAfter(failures: number, { free, first, max }: Pause): number {
  return failures <= free ? 0 : Math.min(max, first * 2 ** (failures - free - 1))
}

/**
 * All rate limits of the API. Each contract names the limit that its calls count (`rate`). Handlers count further
 * limits with `services.limits.take`.
 */
export const rates = {
  /** A lecture hall shares one IP address, and everyone in it opens the deck within a minute. */
  read: { tries: 6_000, seconds: 60, by: 'address', withoutStore: 'open' },
  write: { tries: 300, seconds: 60, by: 'user', withoutStore: 'open' },
  'sign-in': { tries: 10, seconds: 600, by: 'address', withoutStore: 'closed' },
  'sign-up': { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  reset: { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  lookup: { tries: 30, seconds: 60, by: 'address', withoutStore: 'open' },
  search: { tries: 60, seconds: 60, by: 'address', withoutStore: 'open' },
  save: { tries: 120, seconds: 60, by: 'user', withoutStore: 'open' },
  /** Compilations for the preview of a theme, which follows the author's typing. */
  preview: { tries: 300, seconds: 60, by: 'user', withoutStore: 'open' },
  upload: { tries: 500, seconds: 3_600, by: 'user', withoutStore: 'open' },
  import: { tries: 60, seconds: 3_600, by: 'user', withoutStore: 'open' },
  'theme-download': { tries: 100, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /** Reports of decks, by visitors too. */
  report: { tries: 10, seconds: 3_600, by: 'address', withoutStore: 'open' },
  /** Test mails and tests of the content host, by operators. */
  'self-test': { tries: 40, seconds: 3_600, by: 'user', withoutStore: 'open' },
  contact: { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'open' },
  thumbnail: { tries: 60, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /**
   * Wrong passwords for one account name, existing or not, from all IP addresses. A browser that the owner has used
   * before has a count of its own. The delays after the fourth, fifth, sixth … failure are 1, 2, 4 … 900 seconds.
   */
  'account-failures': {
    ...{ tries: 100, seconds: 86_400, by: 'user', withoutStore: 'closed' },
    pause: { free: 3, first: 1, max: 900 },
  },
  /** Password resets and other mails that any visitor can trigger; keyed by the recipient. */
  'mails-to-address': { tries: 3, seconds: 86_400, by: 'address', withoutStore: 'closed' },
  /** Mails that confirm a user's new address. */
  'email-change': { tries: 10, seconds: 3_600, by: 'user', withoutStore: 'closed' },
  /**
   * Wrong passwords of one access link: from one IP address, and from all addresses together. An unlocked browser is
   * not asked again.
   */
  'link-password': { tries: 10, seconds: 600, by: 'address', withoutStore: 'closed' },
  'link-failures': { tries: 200, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  /** Recipients of one user's share e-mails, and share e-mails to one recipient. */
  'share-email': { tries: 200, seconds: 3_600, by: 'user', withoutStore: 'closed' },
  'share-to-address': { tries: 20, seconds: 86_400, by: 'address', withoutStore: 'closed' },
  /** Moves of a presentation: the same rate as for sockets. */
  stream: { tries: 1_800, seconds: 60, by: 'user', withoutStore: 'open' },
  /** Teams that one user creates: each takes a slug. */
  'team-creation': { tries: 10, seconds: 86_400, by: 'user', withoutStore: 'closed' },
  /** Entries in the audit log about the use of one API token from one address. */
  'api-token-use': { tries: 1, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /** Changes of one team's address: each takes a slug, of which few are kept. */
  'team-slug': { tries: limits.team.slugChanges, seconds: 86_400, by: 'user', withoutStore: 'closed' },
  /** New comments of one user. */
  comment: { tries: 20, seconds: 60, by: 'user', withoutStore: 'open' },
  /** Mails about mentions, from one author to one collaborator: an edited comment may mention them again. */
  'mention-mail': { tries: 20, seconds: 3_600, by: 'user', withoutStore: 'closed' },
  /** New comments of one user below public decks. */
  'public-comment': { tries: 10, seconds: 600, by: 'user', withoutStore: 'open' },
  invitation: { tries: 50, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /** Sign-ons begun and completed: a school may share one address. */
  'sign-on': { tries: 200, seconds: 600, by: 'address', withoutStore: 'closed' },
  /** Requests that make the server ask a provider, a name server or a mailbox of a domain. */
  'sign-on-settings': { tries: 60, seconds: 3_600, by: 'user', withoutStore: 'closed' },
  /** Progress reports of pages. */
  progress: { tries: 600, seconds: 60, by: 'address', withoutStore: 'open' },
  /** Counted readings of one deck per IP address: enough for a lecture hall, and a bound for inflated statistics. */
  reading: { tries: 500, seconds: 3_600, by: 'address', withoutStore: 'open' },
  /** Attempts to pay and cards entered: enough to correct a card, too few to try stolen ones. */
  payment: { tries: 20, seconds: 600, by: 'user', withoutStore: 'closed' },
  /** Notifications of a payment provider, which come in bursts and are repeated when refused. */
  webhook: { tries: 1_000, seconds: 60, by: 'address', withoutStore: 'open' },
  /** Exports of decks by one user. */
  export: { tries: limits.export.perHour, seconds: 3_600, by: 'user', withoutStore: 'open' },
  'receipt-pdf': { tries: 20, seconds: 60, by: 'user', withoutStore: 'open' },
  'account-export': { tries: 5, seconds: 3_600, by: 'user', withoutStore: 'open' },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof rates

/**
 * The effective limits. Outside production sign-ups, resets and exports are relaxed: developer, tests and demo share one machine
 * and would exceed five sign-ups per hour. Limits of wrong passwords are never relaxed.
 */
export function ratesFor(production: boolean): Readonly<Record<RateName, Rate>> {
  if (production) return rates
  const relaxed = { 'sign-up': { ...rates['sign-up'], tries: 500 }, export: { ...rates.export, tries: 500 } }
  return { ...rates, ...relaxed, reset: { ...rates.reset, tries: 100 } }
}
