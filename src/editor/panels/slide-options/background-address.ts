import { embeddable, readFrameAddress } from '../../../blocks/iframe/frame-address.ts'
import { cleanBackgroundImage, cleanVideos } from '../../../document/sanitize/backgrounds.ts'
import type { UrlPolicy } from '../../../document/sanitize/urls.ts'
import { messages } from '../../../rules/messages.ts'

/** What stands behind a slide: the address to keep ('' is none), or what is wrong with it, in words for the person. */
export type BackgroundAddress = { readonly value: string } | { readonly error: string }

/** What the browser knows of the hosts; the server, which has the last word, knows them exactly. */
const policy: UrlPolicy = { mediaHosts: [], appHosts: [], dataUrl: 200_000 }

/** A host alone, or with a path, means the https address. */
function withHttps(text: string): string {
  if (text.startsWith('//')) return `https:${text}`
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : text
}

/** Reads the address of a picture. */
export function readImageAddress(given: string): BackgroundAddress {
  const text = withHttps(given.trim())
  if (text === '') return { value: '' }
  const result = cleanBackgroundImage(text, policy)
  return 'url' in result ? { value: result.url } : { error: messages.form.url }
}

/** Reads the address of a film, or up to three of the same film in several formats, separated by commas. */
export function readVideoAddress(given: string): BackgroundAddress {
  const text = given
    .split(',')
    .map((part) => withHttps(part.trim()))
    .join(',')
  if (text === '') return { value: '' }
  const value = cleanVideos(text, policy)
  return value === null ? { error: messages.form.url } : { value }
}

/** Reads the address of a page, or the markup that sites offer for embedding it. */
export function readPageAddress(given: string): BackgroundAddress {
  const result = readFrameAddress(given)
  if ('error' in result) return result
  return { value: result.value === '' ? '' : embeddable(result.value) }
}
