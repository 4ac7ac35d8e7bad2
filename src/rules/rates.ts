/** How often something may be done. */
export interface Rate {
  readonly tries: number
  /** The length of the window. */
  readonly seconds: number
  /** Who is counted: an address (IPv6 by /56), or a signed-in person (visitors by address). */
  readonly by: 'address' | 'user'
  /** What happens when the counter itself cannot be reached: nobody passes, or everybody. */
  readonly withoutStore: 'closed' | 'open'
  /** Where each use is a failure: how long the next try has to wait. */
  readonly pause?: Pause
}

/** A delay that doubles with each failure. Times in seconds. */
export interface Pause {
  /** So many failures cost nothing: people mistype. */
  readonly free: number
  readonly first: number
  /** The delay grows to this and no further: nobody is locked out for ever. */
  readonly most: number
}

/** Seconds that the next try has to wait after so many failures. */
export function pauseAfter(failures: number, { free, first, most }: Pause): number {
  return failures <= free ? 0 : Math.min(most, first * 2 ** (failures - free - 1))
}

/** Every rate limit of the API, by the name that routes give. */
export const rates = {
  /** A lecture hall is one address, and everybody in it opens the deck in the same minute. */
  read: { tries: 6_000, seconds: 60, by: 'address', withoutStore: 'open' },
  write: { tries: 300, seconds: 60, by: 'user', withoutStore: 'open' },
  'sign-in': { tries: 10, seconds: 600, by: 'address', withoutStore: 'closed' },
  'sign-up': { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  reset: { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  lookup: { tries: 30, seconds: 60, by: 'address', withoutStore: 'open' },
  search: { tries: 60, seconds: 60, by: 'address', withoutStore: 'open' },
  save: { tries: 120, seconds: 60, by: 'user', withoutStore: 'open' },
  upload: { tries: 500, seconds: 3_600, by: 'user', withoutStore: 'open' },
  contact: { tries: 5, seconds: 3_600, by: 'address', withoutStore: 'open' },
  thumbnail: { tries: 60, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /**
   * Wrong passwords for one name, whatever the addresses they come from and whether anybody has that name; or from one
   * browser that its owner has used before. 1, 2, 4 … 900 seconds after the fourth, fifth, sixth …
   */
  'account-failures': {
    ...{ tries: 100, seconds: 86_400, by: 'user', withoutStore: 'closed' },
    pause: { free: 3, first: 1, most: 900 },
  },
  /** Reset links and other mails that anybody can cause; the subject is the address they go to. */
  'mails-to-address': { tries: 3, seconds: 86_400, by: 'address', withoutStore: 'closed' },
  /** Wrong passwords of one access link from one address, and from all addresses together. Who is in is not asked again. */
  'link-password': { tries: 10, seconds: 600, by: 'address', withoutStore: 'closed' },
  'link-failures': { tries: 200, seconds: 3_600, by: 'address', withoutStore: 'closed' },
  /** Addresses that one person mails decks to, and mails of this kind to one address. */
  'share-email': { tries: 200, seconds: 3_600, by: 'user', withoutStore: 'closed' },
  'share-to-address': { tries: 20, seconds: 86_400, by: 'address', withoutStore: 'closed' },
  /** Moves of a presentation: as many as a socket may send. */
  stream: { tries: 1_800, seconds: 60, by: 'user', withoutStore: 'open' },
  invitation: { tries: 50, seconds: 3_600, by: 'user', withoutStore: 'open' },
  /** What pages tell of how far somebody has read. */
  progress: { tries: 600, seconds: 60, by: 'address', withoutStore: 'open' },
  /** Readings of one deck that count from one address: a lecture hall is one, and so is somebody who wants to look popular. */
  reading: { tries: 500, seconds: 3_600, by: 'address', withoutStore: 'open' },
  /** Exports of a whole account. */
  'account-export': { tries: 5, seconds: 3_600, by: 'user', withoutStore: 'open' },
} as const satisfies Record<string, Rate>

/** The name of a rate limit. */
export type RateName = keyof typeof rates

/**
 * The limits in force. Outside production new accounts are cheap: there one machine is everybody, the developer, the
 * tests and the demo, and an hour's five sign-ups would be over at once. Wrong passwords count there as everywhere.
 */
export function ratesFor(production: boolean): Readonly<Record<RateName, Rate>> {
  if (production) return rates
  return { ...rates, 'sign-up': { ...rates['sign-up'], tries: 500 }, reset: { ...rates.reset, tries: 100 } }
}
