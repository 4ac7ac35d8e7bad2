/** A font file that is refused. The message is for the user. */
export class FontError extends Error {
  override readonly name = 'FontError'
}

export const fontErrors = {
  type: () => new FontError('Please choose a font file: WOFF2, WOFF, TTF or OTF'),
  collection: () => new FontError('This is a collection of fonts. Please upload its fonts one by one'),
  damaged: () => new FontError('This font file is damaged'),
  size: () => new FontError('This font is too large when it is unpacked'),
  outlines: () => new FontError('This font has no outlines'),
  family: () => new FontError('This font does not name its family'),
} as const
