import { embeddable, readFrameAddress } from '../iframe/frame-address.ts'
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

/** The embedded player of a page on YouTube or Vimeo, without options; null for other pages. */
export function embedOf(address: string): string | null {
  const [secret] = /^https:\/\/(?:www\.)?vimeo\.com\/\d+\/([\da-f]{6,20})/.exec(address)?.slice(1) ?? []
  const embed = embeddable(address).replace('://www.youtube.com/embed/', '://www.youtube-nocookie.com/embed/')
  const bare = withoutOptions(secret ? `${embed}?h=${secret}` : embed)
  return isEmbed(bare) ? bare : null
}
