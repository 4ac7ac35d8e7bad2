/** What an address of a deck is built from. */
export interface DeckAddress {
  readonly username: string
  readonly slug: string | null
  readonly id: number
}

/** The views of a deck that have an address of their own after the deck's. */
export type DeckView = 'edit' | 'review' | 'embed' | 'fullscreen' | 'live' | 'speaker' | 'export' | 'analytics'

/** Further parts of a deck's address. */
export interface DeckUrlOptions {
  readonly view?: DeckView
  /** A share link's token; kept by every view. */
  readonly token?: string | null
  /** The footer's style of the embed view; dark is the default and adds nothing. */
  readonly style?: 'dark' | 'light' | 'hidden'
  /** The slide's part of the address, with or without its #. */
  readonly hash?: string
}

/** The path of a deck: /{username}/{slug}, or its id in place of a missing slug; then the view, the token and the slide. */
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

/** The path of a person's profile. */
export function profileUrl(username: string): string {
  return `/${encodeURIComponent(username)}`
}

/** Whether a deck counts as untitled: its title is literally 'deck', as every new deck's. */
export function isUntitled(title: string): boolean {
  return title.trim() === 'deck'
}

/** Words that cannot be a deck's slug, because they are pages under a username. */
const reservedSlugs: ReadonlySet<string> = new Set(['new'])

/** Whether a deck's slug is taken by the product itself. */
export function isReservedDeckSlug(slug: string): boolean {
  return reservedSlugs.has(slug.toLowerCase())
}
