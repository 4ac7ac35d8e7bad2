import { attribute, type HtmlElement, isElement, parseFragment } from '../../document/html.ts'
import { cleanUrl } from '../../document/sanitize/urls.ts'
import { limits } from '../../rules/limits.ts'

/** The URL of an embeddable page, or an error message. */
export type FrameAddress = { readonly value: string } | { readonly error: string }

/**
 * Parses user input for an embedded page: a URL, with or without https://, or embed code, of which only the iframe's
 * URL is used. '' for no page.
 */
export function readFrameAddress(given: string): FrameAddress {
  const text = given.trim()
  if (text === '') return { value: '' }
  if (!text.includes('<')) return checked(withScheme(text))
  const frame = firstFrame(parseFragment(text).childNodes.filter(isElement))
  const src = frame && attribute(frame, 'src')
  return src ? checked(withScheme(src.trim())) : { error: 'This markup holds no iframe with an address' }
}

function checked(address: string): FrameAddress {
  if (address.length > limits.slide.url) return { error: `The address is longer than ${limits.slide.url} characters` }
  if (!URL.canParse(address)) return { error: 'Please enter a valid URL' }
  const clean = cleanUrl(address, 'frame', { mediaHosts: [], appHosts: [], dataUrl: 0 })
  if ('url' in clean) return { value: clean.url }
  return { error: `${clean.refused.charAt(0).toUpperCase()}${clean.refused.slice(1)}` }
}

/** A bare host, with or without a path, gets https://. */
function withScheme(text: string): string {
  if (text.startsWith('//')) return `https:${text}`
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : text
}

function firstFrame(elements: readonly HtmlElement[]): HtmlElement | null {
  for (const element of elements) {
    const inside: readonly HtmlElement[] = element.childNodes.filter(isElement)
    const found = element.tagName === 'iframe' ? element : firstFrame(inside)
    if (found) return found
  }
  return null
}

/** The embeddable URL of a video or page, for sites that forbid embedding their pages; other URLs are unchanged. */
export function embeddable(address: string): string {
  const url = new URL(address)
  const host = url.hostname.replace(/^(www|m)\./, '')
  const id = videoId(host, url)
  if (id !== null) {
    const start = startIn(url)
    return `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`
  }
  const vimeo = host === 'vimeo.com' ? /^\/(\d{5,12})(?:\/|$)/.exec(url.pathname)?.[1] : undefined
  return vimeo ? `https://player.vimeo.com/video/${vimeo}${url.hash.startsWith('#t=') ? url.hash : ''}` : address
}

/** The start that an address of a video names, in seconds: `t=1m30s`, `start=90`, `#t=90s`. 0 for none. */
export function startIn({ searchParams, hash }: URL): number {
  const time = searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(.*)/.exec(hash)?.[1] ?? ''
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function videoId(host: string, url: URL): string | null {
  const path = url.pathname
  const id =
    host === 'youtu.be'
      ? path.slice(1)
      : host === 'youtube.com'
        ? (/^\/(?:shorts|live)\/([^/]+)/.exec(path)?.[1] ?? (path === '/watch' ? url.searchParams.get('v') : null))
        : null
  return id !== null && /^[\w-]{6,20}$/.test(id) ? id : null
}
