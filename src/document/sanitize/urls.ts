import { limits } from '../../rules/limits.ts'
import { pictureDataHead, pixelTypeNames } from '../../rules/picture-types.ts'

/** Which URLs are ours. Hosts are names without port; a leading `*.` matches all subdomains. */
export interface UrlPolicy {
  /** Hosts of uploaded media (the content hosts): `https://{host}/m/…` is stored as `/m/…`. */
  readonly mediaHosts: readonly string[]
  /** Hosts of the app and the teams, subdomains included: they may not be framed. */
  readonly appHosts: readonly string[]
  /** Largest data: picture in bytes. */
  readonly dataUrl: number
}

/** Use of a URL. */
export type UrlUse = 'link' | 'image' | 'video' | 'frame' | 'style' | 'font'

/** The URL to store, or the reason for its refusal. */
export type UrlResult = { readonly url: string } | { readonly refused: string }

// Characters that no URL needs and that disguise one as another: controls, soft hyphen, zero-width and
// direction marks, line and paragraph separators, the byte order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/
const mediaPath = /^\/m\/[A-Za-z0-9._~%-]+(?:\/[A-Za-z0-9._~%-]+)*(?:\?[A-Za-z0-9._~%=&-]*)?$/
const slideLink = /^#(?:\/[A-Za-z0-9_-]{0,64}){0,3}$/
const dataPicture = new RegExp(`^${pictureDataHead}([A-Za-z0-9+/]+={0,2})$`, 'i')
const fontHosts: readonly string[] = ['fonts.gstatic.com', 'use.typekit.net']

const refused = (reason: string): UrlResult => ({ refused: reason })

/**
 * Validates a URL and returns the form to store. Compares the scheme after parsing, not as text: browsers ignore
 * characters that a prefix comparison does not.
 */
export function cleanUrl(raw: string, use: UrlUse, policy: UrlPolicy): UrlResult {
  const text = raw.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
  if (use !== 'link' && /^data:/i.test(text))
    return use === 'image' || use === 'style'
      ? cleanData(text, policy)
      : refused('data: addresses are not allowed here')
  if (text.length > limits.slide.url) return refused('the address is longer than 2000 characters')
  if (hidden.test(text) || text.toWellFormed() !== text) return refused('the address contains invisible characters')
  if (use === 'link' && slideLink.test(text)) return { url: text }
  if (isMediaPath(text))
    return use === 'link' || use === 'frame' ? refused('the address is not complete') : { url: text }
  return URL.canParse(text) ? cleanAbsolute(new URL(text), use, policy) : refused('the address is not complete')
}

function cleanAbsolute(url: URL, use: UrlUse, policy: UrlPolicy): UrlResult {
  const schemes = use === 'link' ? linkSchemes : webSchemes
  if (!schemes.includes(url.protocol)) return refused(`addresses that begin with ${url.protocol} are not allowed`)
  if (url.username !== '' || url.password !== '') return refused('the address contains a user name or password')
  const isWeb = webSchemes.includes(url.protocol)
  const host = plainHost(url.hostname)
  if (isWeb && host === '') return refused('the address has no host')
  if (use !== 'link' && use !== 'frame' && isUnder(host, policy.mediaHosts)) {
    const path = url.pathname + url.search
    if (isMediaPath(path)) return { url: path }
  }
  if (use !== 'link' && url.protocol !== 'https:') return refused('the address must begin with https')
  if (
    use === 'frame' &&
    (isUnder(host, policy.appHosts) || isBelow(host, policy.appHosts) || isUnder(host, policy.mediaHosts))
  )
    return refused('pages of this site cannot be embedded')
  if (use === 'style') return refused('styles may show only uploaded media')
  if (use === 'font' && !fontHosts.includes(host)) return refused('fonts may come only from the font services')
  if (url.href.length > limits.slide.url) return refused('the address is longer than 2000 characters')
  return { url: url.href }
}

const linkSchemes: readonly string[] = ['https:', 'http:', 'mailto:', 'tel:']
const webSchemes: readonly string[] = ['https:', 'http:']

function cleanData(text: string, policy: UrlPolicy): UrlResult {
  if (text.length > policy.dataUrl * 1.34 + 40) return refused('the picture inside the address is too large')
  const match = dataPicture.exec(text)
  if (!match) return refused(`only a ${pixelTypeNames} picture may stand inside an address`)
  return (match[1]!.length * 3) / 4 > policy.dataUrl
    ? refused('the picture inside the address is too large')
    : { url: text }
}

/** The stored form of uploaded media: no part may resolve elsewhere after normalization by a browser. */
function isMediaPath(text: string): boolean {
  if (!mediaPath.test(text) || /%(?:2e|2f|5c|00)/i.test(text)) return false
  const url = new URL(text, 'https://media.invalid')
  return url.host === 'media.invalid' && url.pathname + url.search === text
}

const plainHost = (host: string): string => (host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase()

function isUnder(host: string, hosts: readonly string[]): boolean {
  return hosts.some((entry) => {
    const name = plainHost(entry)
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
  })
}

const isBelow = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((entry) => host.endsWith(`.${plainHost(entry).replace(/^\*\./, '')}`))
