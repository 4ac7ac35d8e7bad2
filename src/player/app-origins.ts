/** Who may talk to a deck frame. */
export interface AppOrigins {
  /** The app's own origin, such as `https://decks.example`. */
  readonly app: string
}

/** The labels of deck hosts begin with this; no team's host does. */
const DECK_LABEL = /^d-/

/**
 * Is this the app, or one of its team hosts (one label in front of the app's host)? Hosts of decks are not: out of
 * the box they stand under the same name as team hosts, and a deck must not steer another deck.
 */
export function isAppOrigin(origin: string, { app }: AppOrigins): boolean {
  if (origin === app) return true
  if (!URL.canParse(origin) || !URL.canParse(app)) return false
  const { protocol, host } = new URL(origin)
  const own = new URL(app)
  if (protocol !== own.protocol || !host.endsWith(`.${own.host}`)) return false
  const label = host.slice(0, -own.host.length - 1)
  return !label.includes('.') && !DECK_LABEL.test(label)
}
