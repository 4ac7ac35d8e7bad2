import { embeddable, readFrameAddress } from '../../../blocks/iframe/frame-address.ts'
import { cleanBackgroundImage, cleanVideos } from '../../../document/sanitize/backgrounds.ts'
import type { UrlPolicy } from '../../../document/sanitize/urls.ts'
import { messages } from '../../../rules/messages.ts'

/** The URL of a background ('' for none), or an error message for the user. */
export type BackgroundAddress = { readonly value: string } | { readonly error: string }

/** The browser's approximation; the server checks again with the real hosts. */
const policy: UrlPolicy = { mediaHosts: [], appHosts: [], dataUrl: 200_000 }

/** Adds https to a URL without a scheme. */
function withHttps(text: string): string {
  if (text.startsWith('//')) return `https:${text}`
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : text
}

/** Parses the URL of a background image. */
export function readImageAddress(given: string): BackgroundAddress {
  const text = withHttps(given.trim())
  if (text === '') return { value: '' }
  const result = cleanBackgroundImage(text, policy)
  return 'url' in result ? { value: result.url } : { error: messages.form.url }
}

/** Parses the URL of a video, or up to three in several formats, separated by commas. */
export function readVideoAddress(given: string): BackgroundAddress {
  const text = given
    .split(',')
    .map((part) => withHttps(part.trim()))
    .join(',')
  if (text === '') return { value: '' }
  const value = cleanVideos(text, policy)
  return value === null ? { error: messages.form.url } : { value }
}

/** Parses the URL of a page, or embed code. */
export function readPageAddress(given: string): BackgroundAddress {
  const result = readFrameAddress(given)
  if ('error' in result) return result
  return { value: result.value === '' ? '' : embeddable(result.value) }
}
