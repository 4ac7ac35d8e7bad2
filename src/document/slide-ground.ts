/** What text stands on: `dark` ground needs light text. */
export type Ground = 'dark' | 'light'

/** The attribute of a section with the author's choice of text: `light` or `dark`; without it, the ground decides. */
export const textChoiceAttribute = 'data-l-text'

/** The attribute of a section that says what its background picture was measured to be, `dark` or `light`. */
export const groundAttribute = 'data-l-ground'

/**
 * The ground that a slide's attributes name: the author's choice of text wins, then what was measured of the picture
 * behind it. Null when they name none: then the color behind the slide decides. theme.css has the same rule.
 * `attribute`: the value of a section's attribute, null when it has none.
 */
export function namedGround(attribute: (name: string) => string | null | undefined): Ground | null {
  const text = attribute(textChoiceAttribute)
  if (text === 'light') return 'dark'
  if (text === 'dark') return 'light'
  const measured = attribute(groundAttribute)
  if (!attribute('data-background-image')) return null
  return measured === 'dark' || measured === 'light' ? measured : null
}

/** The ground that a computed color is, by the measure of reveal.js; null for transparent, and for what is no color. */
export function groundOfColor(color: string): Ground | null {
  const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? []
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return groundOfBrightness(brightness(red, green, blue))
}

/** How bright a color is to the eye, from 0 to 255 like its parts. */
export function brightness(red: number, green: number, blue: number): number {
  return (red * 299 + green * 587 + blue * 114) / 1000
}

/** `value`: from 0 to 255. */
export function groundOfBrightness(value: number): Ground {
  return value < 128 ? 'dark' : 'light'
}
