/** The parts a deck's URL is built from. */
export interface DeckAddress {
  readonly username: string
  readonly slug: string | null
  readonly id: number
}

/** Views of a deck with a URL of their own. */
export type DeckView =
  | 'edit'
  | 'review'
  | 'embed'
  | 'fullscreen'
  | 'live'
  | 'speaker'
  | 'export'
  | 'exports'
  | 'analytics'

/** Styles of an embedded deck's footer. */
export type EmbedStyle = 'dark' | 'light' | 'hidden'

/** Optional parts of a deck's URL. */
export interface DeckUrlOptions {
  readonly view?: DeckView
  /** A share link's token; valid for every view. */
  readonly token?: string | null
  /** Footer style of the embed view; dark is the default and is omitted. */
  readonly style?: EmbedStyle
  /** The slide's hash, with or without its #. */
  readonly hash?: string
}

/** Path of a deck: /{username}/{slug}, or its id if it has no slug; then view, token and hash. */
export function deckUrl(deck: DeckAddress, options: DeckUrlOptions = {}): string {
  const path = `/${encodeURIComponent(deck.username)}/${encodeURIComponent(deck.slug || String(deck.id))}`
  const view = options.view ? `/${options.view}` : ''
  const query = [
    options.token ? `token=${encodeURIComponent(options.token)}` : '',
    options.style && options.style !== 'dark' ? `style=${options.style}` : '',
  ].filter((part) => part !== '')
  const hash = (options.hash ?? '').replace(/^#/, '')
  return path + view + (query.length > 0 ? `?${query.join('&')}` : '') + (hash === '' ? '' : `#${hash}`)
}

/** Path of a user's profile. */
export function profileUrl(username: string): string {
  return `/${encodeURIComponent(username)}`
}

/** The owner of pages; determines their host. */
export interface PageOwner {
  readonly username: string
  /** The slug of the owner's team, which determines the host of the owner's pages; null: the app's host. */
  readonly teamSlug: string | null
}

/** The origin of an owner's pages, without trailing slash: the app's host, prefixed with the team's slug. */
export function originOf({ teamSlug }: Pick<PageOwner, 'teamSlug'>, baseUrl: string): string {
  // During a rolling upgrade a response of an earlier server version has no slug.
  if (!teamSlug) return baseUrl
  const { protocol, host } = new URL(baseUrl)
  return `${protocol}//${teamSlug}.${host}`
}

/** The absolute URL of a deck. `baseUrl`: of the app, without trailing slash. */
export function absoluteDeckUrl(baseUrl: string, deck: DeckAddress & PageOwner, options?: DeckUrlOptions): string {
  return originOf(deck, baseUrl) + deckUrl(deck, options)
}

/** The absolute URL of a profile. */
export function absoluteProfileUrl(baseUrl: string, owner: PageOwner): string {
  return originOf(owner, baseUrl) + profileUrl(owner.username)
}

/** The displayed title of anything without one. */
export const untitled = 'Untitled'

/** Whether a deck is untitled: its title is 'deck', the title of new decks. */
export function isUntitled(title: string): boolean {
  return title.trim() === 'deck'
}

/** A deck's title as displayed. The API returns the stored one. */
export function shownTitle(title: string): string {
  return isUntitled(title) || title.trim() === '' ? untitled : title
}

/** Names that cannot be deck slugs: they are pages under a username. */
const reservedSlugs: ReadonlySet<string> = new Set(['new'])

/** Whether a deck slug is reserved. */
export function isReservedDeckSlug(slug: string): boolean {
  return reservedSlugs.has(slug.toLowerCase())
}
