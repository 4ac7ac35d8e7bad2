/** Pictures that users may upload, by media type: the ending of their files, and the name that users know. */
const known = {
  'image/png': { ending: 'png', name: 'PNG' },
  'image/jpeg': { ending: 'jpg', name: 'JPG' },
  'image/gif': { ending: 'gif', name: 'GIF' },
  'image/webp': { ending: 'webp', name: 'WebP' },
  'image/avif': { ending: 'avif', name: 'AVIF' },
  'image/svg+xml': { ending: 'svg', name: 'SVG' },
} as const

export type PictureType = keyof typeof known

/** Everything an upload takes: the specified four types, then WebP and AVIF (MEDIA-017 as amended). */
export const pictureTypes = Object.keys(known) as readonly PictureType[]

/** Pictures made of pixels. They are decoded and encoded again; SVG passes the sanitizer instead. */
export const pixelTypes = pictureTypes.filter((type) => type !== 'image/svg+xml')

/** The names of the pixel types for a sentence: 'PNG, JPG, GIF, WebP or AVIF'. */
export const pixelTypeNames = pixelTypes
  .map((type) => known[type].name)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

/** Whether a media type is one of the `pictureTypes`. */
export function isPictureType(type: string): type is PictureType {
  return Object.hasOwn(known, type)
}

/** The ending of a stored file, without its dot. */
export function pictureEnding(type: PictureType): string {
  return known[type].ending
}

/** Whether a URL's path ends as a picture's file does. Takes no query and no fragment. */
export function endsLikePicture(pathname: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(pathname)
}

/** Source of a regular expression for the head of a data URL that holds a picture made of pixels. Compare without case. */
export const pictureDataHead = 'data:image/(?:png|jpe?g|gif|webp|avif);base64,'
