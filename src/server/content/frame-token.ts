import { type FrameMode, frameModes } from '../../rules/frame-modes.ts'
import type { Keys } from '../services.ts'

/** How long a frame token is valid, in ms. */
export const FRAME_TOKEN_LIFE = 10 * 60 * 1000

/** An access link: its id, and how often its password had been changed when the token was issued. */
export interface FrameLink {
  readonly tokenId: number
  readonly passwordVersion: number
}

/**
 * The ground of access to a deck's frame: a role, a public deck, owner or operator of a suspended deck, or an access
 * link. When it ends, the frame's URL stops working, except for users whose role was removed.
 */
export type FrameGrant = 'role' | 'public' | 'suspended' | FrameLink

/** What a deck frame's URL allows: to read one version of one deck, in one view, for ten minutes. */
export interface FrameToken {
  readonly deckId: number
  readonly version: number
  readonly mode: FrameMode
  /** Whether the document may contain the speaker notes. */
  readonly notes: boolean
  /** Whether videos and sounds autoplay. */
  readonly autoplay: boolean
  /** The document shows the deck as of `version`, even if there is a newer one. */
  readonly earlier: boolean
  readonly grant: FrameGrant
  /** ms since 1970. */
  readonly expires: number
}

/**
 * A frame token as a URL segment. It is signed, not secret: it identifies no person and opens only this document. It
 * keeps a share link's token out of the frame's URL.
 */
export function signFrameToken(keys: Keys, token: FrameToken): string {
  const flags = `${token.notes ? 'n' : ''}${token.autoplay ? 'a' : ''}${token.earlier ? 'e' : ''}` || '0'
  const { deckId, version, mode, grant, expires } = token
  const text = [deckId, version, mode, flags, grantText(grant), expires.toString(36)].join('.')
  return `${text}.${keys.sign('deck-frame', text)}`
}

function grantText(grant: FrameGrant): string {
  return typeof grant === 'string' ? grant : `${grant.tokenId}-${grant.passwordVersion}`
}

function readGrant(text: string): FrameGrant | null {
  if (text === 'role' || text === 'public' || text === 'suspended') return text
  const [tokenId, passwordVersion] = /^[1-9]\d{0,15}-\d{1,15}$/.test(text) ? text.split('-').map(Number) : []
  return tokenId === undefined || passwordVersion === undefined ? null : { tokenId, passwordVersion }
}

/** Verifies and parses a frame token; null if it is forged, damaged or expired. `now` in ms since 1970. */
export function verifyFrameToken(keys: Keys, text: string, now: number): FrameToken | null {
  const end = text.lastIndexOf('.')
  if (end < 0 || text.length > 200) return null
  const signed = text.slice(0, end)
  if (!keys.verify('deck-frame', signed, text.slice(end + 1))) return null
  const [deckId = '', version = '', mode = '', flags = '', given = '', expires = ''] = signed.split('.')
  const grant = readGrant(given)
  if (!grant) return null
  const token: FrameToken = {
    deckId: Number(deckId),
    version: Number(version),
    mode: mode as FrameMode,
    notes: flags.includes('n'),
    autoplay: flags.includes('a'),
    earlier: flags.includes('e'),
    grant,
    expires: Number.parseInt(expires, 36),
  }
  return frameModes.includes(token.mode) && token.expires > now ? token : null
}

/** A public deck's frame: not signed, since everybody may see it, and therefore cacheable. */
export interface PublicFrame {
  readonly deckId: number
  readonly mode: FrameMode
  readonly autoplay: boolean
  /** Changes with every input of the document except the deck's version: settings, player, styles. */
  readonly fingerprint: string
}

/** The last URL segment of a public deck's frame. */
export function writePublicFrame(frame: PublicFrame): string {
  return `public-${frame.deckId}-${frame.mode}${frame.autoplay ? '' : '-quiet'}-${frame.fingerprint}`
}

/** Reads the last URL segment of a public deck's frame; null for anything else. */
export function readPublicFrame(text: string): PublicFrame | null {
  const match = /^public-([1-9]\d{0,15})-([a-z]+)(-quiet)?-([a-z2-7]{10})$/.exec(text)
  const mode = frameModes.find((name) => name === match?.[2])
  if (!match || !mode) return null
  return { deckId: Number(match[1]), mode, autoplay: !match[3], fingerprint: match[4]! }
}
