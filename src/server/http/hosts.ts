import type { Settings } from '../env.ts'

/** The kind of host that a request's Host header names. */
export type Surface =
  | { readonly kind: 'app' }
  | { readonly kind: 'team'; readonly slug: string }
  /** `label` null: the one content host of single mode. */
  | { readonly kind: 'content'; readonly label: string | null }
  | { readonly kind: 'unknown' }

/** The label of a deck's own content host: `d-` and 26 characters of base32. Team slugs may not begin with `d-`. */
const deckLabel = /^d-[a-z2-7]{26}$/
const teamSlug = /^[a-z0-9][a-z0-9_-]*$/

/** Returns the function that parses Host headers, for one instance's settings. */
export function createHosts(settings: Pick<Settings, 'baseUrl' | 'contentUrl'>): (host: string) => Surface {
  const appHost = new URL(settings.baseUrl).host
  const content = settings.contentUrl ? contentHost(settings.contentUrl) : null
  return (header) => {
    const host = header.toLowerCase()
    if (host === appHost) return { kind: 'app' }
    if (content?.exact === host) return { kind: 'content', label: null }
    if (content?.suffix && host.endsWith(content.suffix)) {
      const label = host.slice(0, -content.suffix.length)
      if (deckLabel.test(label)) return { kind: 'content', label }
    }
    if (host.endsWith(`.${appHost}`)) {
      const slug = host.slice(0, -appHost.length - 1)
      if (teamSlug.test(slug) && !slug.startsWith('d-')) return { kind: 'team', slug }
    }
    return { kind: 'unknown' }
  }
}

/** Whether a request has at most one Host header: a proxy and this server could each use a different one. */
export function namesOneHost({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1
}

/**
 * Whether a request's Origin is its own host. The scheme must be the instance's: a network attacker can write a page of
 * the same name without TLS. False without an Origin.
 */
export function isOwnOrigin(
  { baseUrl }: Pick<Settings, 'baseUrl'>,
  { origin, host = '' }: { readonly origin?: string | undefined; readonly host?: string | undefined },
): boolean {
  if (origin === undefined) return false
  const scheme = baseUrl.slice(0, baseUrl.indexOf('//') + 2)
  // Compares the form that browsers send; other spellings are parsed below.
  if (origin === scheme + host) return true
  return URL.canParse(origin) && new URL(origin).origin === originOf(scheme + host)
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}

function contentHost(contentUrl: string): { exact?: string; suffix?: string } {
  const marker = '{label}.'
  if (!contentUrl.includes(marker)) return { exact: new URL(contentUrl).host }
  return { suffix: `.${new URL(contentUrl.replace(marker, '')).host}` }
}
