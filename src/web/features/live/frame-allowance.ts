import type { ShownFrame } from '../../../api/deck-pages/page-data.ts'

/** The `allow` attribute of a deck's frame. A frame with an opaque origin needs the permissions for any origin. */
export function frameAllowance({ ownOrigin }: Pick<ShownFrame, 'ownOrigin'>): string {
  const anywhere = ownOrigin ? '' : ' *'
  return ['fullscreen', 'autoplay', 'encrypted-media', 'picture-in-picture'].map((name) => name + anywhere).join('; ')
}
