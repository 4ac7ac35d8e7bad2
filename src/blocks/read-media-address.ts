import { cleanUrl } from '../document/sanitize/urls.ts'
import { limits } from '../rules/limits.ts'

/** A valid address, or an error message. */
export type MediaAddressResult = { readonly value: string } | { readonly error: string }

/** Parses a typed address of a file, with or without https://. '' for none. */
export function readMediaAddress(given: string): MediaAddressResult {
  const text = given.trim()
  if (text === '') return { value: '' }
  if (text.length > limits.slide.url) return { error: `The address is longer than ${limits.slide.url} characters` }
  const address = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?[/?#]/i.test(text) ? `https://${text}` : text
  if (!address.startsWith('/m/') && !URL.canParse(address)) return { error: 'Please enter a valid URL' }
  const clean = cleanUrl(address, 'video', { mediaHosts: [], appHosts: [], dataUrl: 0 })
  if ('url' in clean) return { value: clean.url }
  return { error: `${clean.refused.charAt(0).toUpperCase()}${clean.refused.slice(1)}` }
}
