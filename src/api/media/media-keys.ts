import { pictureEnding, pictureTypes } from '../../rules/picture-types.ts'
import { isVideoType } from '../../rules/video-types.ts'
import type { Rendition } from '../../server/db/media-tables.ts'

/** What the keys of an image's files depend on. */
interface Stored {
  readonly key: string
  readonly content_type: string
  readonly renditions: readonly Rendition[] | null
}

/** The URL path by which slides refer to a stored file; the same on every host. */
export function mediaUrl(key: string): string {
  return `/m/${key.replace(/^media\//, '')}`
}

/** The key of an image's thumbnail. An SVG is its own thumbnail, and a video has none. */
export function thumbnailKey({ key, content_type }: Pick<Stored, 'key' | 'content_type'>): string {
  return content_type === 'image/svg+xml' || isVideoType(content_type) ? key : key.replace(/\.[a-z]+$/, '-small.webp')
}

/** The key of a smaller version of an image, by its width in px. */
export function renditionKey(key: string, width: number): string {
  return key.replace(/\.[a-z]+$/, `-${width}.webp`)
}

/** The keys of all files of an image. */
export function mediaKeys(image: Stored): string[] {
  const smaller = (image.renditions ?? []).map(({ width }) => renditionKey(image.key, width))
  return [...new Set([image.key, thumbnailKey(image), ...smaller])]
}

/** The possible keys of the image that this file was made from; none if it is no thumbnail and no rendition. */
export function originalsOf(key: string): string[] {
  return withEndings(/^(media\/.+)-(?:small|\d+)\.webp$/.exec(key)?.[1])
}

/** The possible keys of the image of a rendition; none if it is not one. */
export function originalsOfRendition(key: string): string[] {
  return withEndings(/^(media\/.+)-\d+\.webp$/.exec(key)?.[1])
}

function withEndings(base: string | undefined): string[] {
  return base === undefined ? [] : pictureTypes.map((type) => `${base}.${pictureEnding(type)}`)
}
