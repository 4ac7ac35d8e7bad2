import type { AppOrigins } from '../document/output/frame-types.ts'

/** Deck hosts begin with `d-`; team hosts never do. */
const DECK_LABEL = /^d-/

/**
 * Whether an origin is the app's or one of its team hosts (one label in front of the app's host). Deck hosts are
 * refused although they share the parent domain by default: a deck must not control another deck.
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
