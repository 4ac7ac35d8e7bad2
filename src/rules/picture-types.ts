/** Image types for uploads, by media type: file extension and display name. */
const types = {
  'image/png': { ending: 'png', name: 'PNG' },
  'image/jpeg': { ending: 'jpg', name: 'JPG' },
  'image/gif': { ending: 'gif', name: 'GIF' },
  'image/webp': { ending: 'webp', name: 'WebP' },
  'image/avif': { ending: 'avif', name: 'AVIF' },
  'image/svg+xml': { ending: 'svg', name: 'SVG' },
} as const

export type PictureType = keyof typeof types

/** All types an upload accepts: the four specified types, then WebP and AVIF (MEDIA-017 as amended). */
export const pictureTypes = Object.keys(types) as readonly PictureType[]

/** Raster types. They are decoded and re-encoded; SVG passes the sanitizer instead. */
export const pixelTypes = pictureTypes.filter((type) => type !== 'image/svg+xml')

/** Display names of the raster types: 'PNG, JPG, GIF, WebP or AVIF'. */
export const pixelTypeNames = pixelTypes
  .map((type) => types[type].name)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

export function isPictureType(type: string): type is PictureType {
  return Object.hasOwn(types, type)
}

/** File extension of a stored picture, without the dot. */
export function pictureEnding(type: PictureType): string {
  return types[type].ending
}

/** Whether a URL's path has an image extension. Takes no query or fragment. */
export function endsLikePicture(pathname: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(pathname)
}

/** Regular expression source for the prefix of a raster image's data URL. Match case-insensitively. */
export const pictureDataHead = 'data:image/(?:png|jpe?g|gif|webp|avif);base64,'
