/** Tone of the background behind text: `dark` needs light text. */
export type BackgroundTone = 'dark' | 'light'

/** Section attribute with the author's text choice, `light` or `dark`; without it the background decides. */
export const textChoiceAttribute = 'data-l-text'

/** Section attribute with the measured tone of its background picture or gradient, `dark` or `light`. */
export const toneAttribute = 'data-l-ground'

/**
 * The tone declared by a slide's attributes: the author's text choice takes precedence over the measured tone of the
 * picture or gradient. Null if they declare none: then the background color decides. theme.css has the same rule. `attribute`: the
 * value of a section's attribute, null if it has none.
 */
export function declaredTone(attribute: (name: string) => string | null | undefined): BackgroundTone | null {
  const text = attribute(textChoiceAttribute)
  if (text === 'light') return 'dark'
  if (text === 'dark') return 'light'
  const measured = attribute(toneAttribute)
  if (!attribute('data-background-image') && !attribute('data-background-gradient')) return null
  return measured === 'dark' || measured === 'light' ? measured : null
}

/** Tone of a computed color, by reveal.js's formula; null for transparent and invalid colors. */
export function toneOfColor(color: string): BackgroundTone | null {
  const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? []
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return toneOfBrightness(brightness(red, green, blue))
}

/** Perceived brightness, from 0 to 255 like its channels. */
export function brightness(red: number, green: number, blue: number): number {
  return (red * 299 + green * 587 + blue * 114) / 1000
}

/** `value`: from 0 to 255. */
export function toneOfBrightness(value: number): BackgroundTone {
  return value < 128 ? 'dark' : 'light'
}
