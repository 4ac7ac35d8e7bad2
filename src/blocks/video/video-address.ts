import { embeddable, readFrameAddress, startIn } from '../iframe/frame-address.ts'
import { type MediaAddressResult, readMediaAddress } from '../read-media-address.ts'
import { isEmbed, withoutOptions } from './embed-address.ts'

/** Parses the address of a video: a file, a page on YouTube or Vimeo, or their embed code. '' for none. */
export function readVideoAddress(given: string): MediaAddressResult {
  const page = readFrameAddress(given)
  if ('value' in page && page.value !== '') {
    const embed = embedOf(page.value)
    if (embed) return { value: embed }
  }
  if (given.includes('<')) return { error: 'This markup holds no video of YouTube or Vimeo' }
  return readMediaAddress(given)
}

/** The start that the address of a page on YouTube or Vimeo names, in seconds; 0 for none. */
export function startOf(given: string): number {
  const page = readFrameAddress(given)
  return 'value' in page && page.value !== '' && embedOf(page.value) ? startIn(new URL(page.value)) : 0
}

/** As readVideoAddress, with the start that the address names: `#t=90`. */
export function readStartedVideo(given: string): MediaAddressResult {
  const [read, start] = [readVideoAddress(given), startOf(given)]
  return 'value' in read && start > 0 ? { value: `${read.value}#t=${start}` } : read
}

/** Props with the video of an address, and with the start that it names. */
export function withAddress<P extends { readonly src: string; readonly start: number }>(props: P, address: string): P {
  const start = startOf(address)
  const src = start > 0 ? address.replace(/#t=\d+$/, '') : address
  return { ...props, src, start: start || props.start }
}

/** The embedded player of a page on YouTube or Vimeo, without options; null for other pages. */
export function embedOf(address: string): string | null {
  const [secret] = /^https:\/\/(?:www\.)?vimeo\.com\/\d+\/([\da-f]{6,20})/.exec(address)?.slice(1) ?? []
  const embed = embeddable(address).replace('://www.youtube.com/embed/', '://www.youtube-nocookie.com/embed/')
  const bare = withoutOptions(secret ? `${embed}?h=${secret}` : embed)
  return isEmbed(bare) ? bare : null
}
