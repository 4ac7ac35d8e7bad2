import type { Block } from '../document/deck-model.ts'
import type { SceneItem } from '../document/powerpoint/scene.ts'
import type { MediaProps } from './media-props.ts'

const isAddress = (link: string): boolean => /^https?:/.test(link) || link.startsWith('#/')

/** An uploaded video or sound plays in the file; for others, the card with title and address is a link to them. */
export function refineMedia(
  { props }: Block<MediaProps & { readonly poster?: string }>,
  items: readonly SceneItem[],
): readonly SceneItem[] {
  const { src, title, link, poster = '' } = props
  const isOwn = src.startsWith('/m/')
  return items.flatMap((item): SceneItem[] => {
    const to = link || (isOwn ? '' : src)
    const named = { ...item, alt: title, link: isAddress(to) ? to : null }
    if (named.kind !== 'media') return isOwn ? [] : [named]
    return isOwn ? [{ ...named, src, poster }] : []
  })
}
