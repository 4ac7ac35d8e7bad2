import type { Settings } from '../env.ts'
import type { Keys } from '../services.ts'
import { deckLabel, mediaLabel } from './deck-label.ts'
import type { Origins } from './policies.ts'

/**
 * How decks are kept apart. `per-deck`: each has a host, and so a real origin, of its own. `single`: one host beside
 * the app's for all of them. `none`: the app's own host; every deck is shown without an origin.
 */
export type ContentMode = 'per-deck' | 'single' | 'none'

/** Where the decks and media of an instance are served. */
export interface ContentHosts {
  readonly mode: ContentMode
  /** The origin of a deck's frame. */
  originFor(deckId: number): string
  /** The origin of uploaded media outside deck frames. */
  readonly mediaOrigin: string
  /**
   * Whether a deck's document has a real origin. Where decks share a host, one with scripts of a theme must not have
   * one: it could reach into the others.
   */
  hasOwnOrigin(themeScripts: boolean): boolean
  /** Whether themes may bring scripts at all. */
  readonly allowsThemeScripts: boolean
  /** Whether a request to the host with this label (null: a host without one) may get this deck. */
  serves(deckId: number, label: string | null): boolean
  /** The app's and the content hosts' origins as policies name them. */
  readonly origins: Origins
}

/** The mode that a content address stands for; null: no content host. */
export function contentModeOf(contentUrl: string | null): ContentMode {
  if (contentUrl === null) return 'none'
  return contentUrl.includes('{label}') ? 'per-deck' : 'single'
}

/** The app's own origin and the pattern of its team hosts. */
function appOrigins(baseUrl: string): string[] {
  const { protocol, host, origin } = new URL(baseUrl)
  // Addresses cannot have names below them.
  const numeric = /^[\d.]+(:\d+)?$|^\[/.test(host)
  return numeric ? [origin] : [origin, `${protocol}//*.${host}`]
}

/** Works out the hosts from the settings. `mode` may be lower than what the settings ask for, when the self-test failed. */
export function createContentHosts(
  settings: Pick<Settings, 'baseUrl' | 'contentUrl'>,
  keys: Keys,
  mode: ContentMode = contentModeOf(settings.contentUrl),
): ContentHosts {
  const app = appOrigins(settings.baseUrl)
  const own = new URL(settings.baseUrl).origin
  const template = settings.contentUrl
  if (mode === 'none' || template === null) {
    return {
      mode: 'none',
      originFor: () => own,
      mediaOrigin: own,
      hasOwnOrigin: () => false,
      allowsThemeScripts: false,
      serves: (_deckId, label) => label === null,
      origins: { app, content: [own] },
    }
  }
  const originOf = (label: string): string => new URL(template.replace('{label}', label)).origin
  if (mode === 'single') {
    const origin = originOf('')
    return {
      mode,
      originFor: () => origin,
      mediaOrigin: origin,
      hasOwnOrigin: (themeScripts) => !themeScripts,
      allowsThemeScripts: true,
      serves: (_deckId, label) => label === null,
      origins: { app, content: [origin] },
    }
  }
  return {
    mode,
    originFor: (deckId) => originOf(deckLabel(keys, deckId)),
    mediaOrigin: originOf(mediaLabel(keys)),
    hasOwnOrigin: () => true,
    allowsThemeScripts: true,
    serves: (deckId, label) => label === deckLabel(keys, deckId),
    origins: { app, content: [originOf('x').replace('//x.', '//*.')] },
  }
}
