/** Values that may stand in a declaration of the background: nothing that ends it or loads something. */
const plain = /^[^;{}<>"'\\]*$/
const loading = /url\(|image\(|image-set|var\(|attr\(|expression/i

/** Whether an address may be loaded as a background: our own media, or https. */
function isPicture(address: string): boolean {
  return /^(https:\/\/|\/m\/)/.test(address) && !/["'()\\\s<>]/.test(address)
}

/** The declarations that draw a slide's background from its section's attributes, as the player draws it. */
export function backgroundDeclarations(
  attributes: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const declarations: [string, string][] = []
  const add = (property: string, value: string | undefined): void => {
    if (value && plain.test(value) && !loading.test(value)) declarations.push([property, value])
  }
  const picture = attributes['data-background-image']
  add('background-color', attributes['data-background-color'])
  add('background-image', attributes['data-background-gradient'])
  if (picture && isPicture(picture)) declarations.push(['background-image', `url("${picture}")`])
  add('background-size', attributes['data-background-size'] ?? 'cover')
  add('background-position', attributes['data-background-position'] ?? '50% 50%')
  add('background-repeat', attributes['data-background-repeat'] ?? 'no-repeat')
  add('opacity', attributes['data-background-opacity'])
  return declarations
}

/** Draws a slide's background on an element made for it. */
export function showBackground(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  element.removeAttribute('style')
  for (const [property, value] of backgroundDeclarations(attributes)) element.style.setProperty(property, value)
}

/**
 * Whether text on the slide needs the colours for a dark or a light ground, as reveal.js decides it from the
 * background's colour; null when the slide has none of its own. The element must be in a document.
 */
export function groundOf(element: HTMLElement, attributes: Readonly<Record<string, string>>): 'dark' | 'light' | null {
  if (!attributes['data-background-color']) return null
  const color = element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor ?? ''
  const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? []
  if (red === undefined || green === undefined || blue === undefined || alpha === 0) return null
  return (red * 299 + green * 587 + blue * 114) / 1000 < 128 ? 'dark' : 'light'
}
