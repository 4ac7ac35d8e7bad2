import type { Settings } from '../env.ts'
import type { Keys } from '../services.ts'
import { deckLabel, mediaLabel } from './deck-label.ts'
import type { Origins } from './policies.ts'

/**
 * How decks are isolated. `per-deck`: each deck has its own host, and so its own origin. `single`: one host beside the
 * app's for all decks. `none`: the app's own host; every deck has an opaque origin.
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
   * Whether a deck's document has a real origin. On a shared host, a document with theme scripts must not have one: it
   * could access the other decks.
   */
  hasOwnOrigin(themeScripts: boolean): boolean
  /** Whether themes may have scripts at all. */
  readonly allowsThemeScripts: boolean
  /** Whether the host with this label (null: no label) serves this deck. */
  serves(deckId: number, label: string | null): boolean
  /** The app's and the content hosts' origins, for CSP headers. */
  readonly origins: Origins
}

/** The mode that a content URL selects; null: no content host. */
export function contentModeOf(contentUrl: string | null): ContentMode {
  if (contentUrl === null) return 'none'
  return contentUrl.includes('{label}') ? 'per-deck' : 'single'
}

/** The app's own origin and the pattern of its team hosts. */
function appOrigins(baseUrl: string): string[] {
  const { protocol, host, origin } = new URL(baseUrl)
  // An IP address cannot have subdomains.
  const numeric = /^[\d.]+(:\d+)?$|^\[/.test(host)
  return numeric ? [origin] : [origin, `${protocol}//*.${host}`]
}

/** Creates the content hosts of an instance. `mode` is lower than the settings' when the self-test failed. */
export function createContentHosts(
  settings: Pick<Settings, 'baseUrl' | 'contentUrl'>,
  keys: Keys,
  mode: ContentMode = contentModeOf(settings.contentUrl),
): ContentHosts {
  const app = appOrigins(settings.baseUrl)
  const appOrigin = new URL(settings.baseUrl).origin
  const template = settings.contentUrl
  if (mode === 'none' || template === null) {
    return {
      mode: 'none',
      originFor: () => appOrigin,
      mediaOrigin: appOrigin,
      hasOwnOrigin: () => false,
      allowsThemeScripts: false,
      serves: (_deckId, label) => label === null,
      origins: { app, content: [appOrigin] },
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
