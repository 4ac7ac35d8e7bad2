import { type Ground, groundOfColor, namedGround } from '../../document/slide-ground.ts'

/** Values that may stand in a declaration of the background: nothing that ends it or loads something. */
const plain = /^[^;{}<>"'\\]*$/
const loading = /url\(|image\(|image-set|var\(|attr\(|expression/i

/** Whether an address may be loaded as a background: our own media, or https. */
function isPicture(address: string): boolean {
  return /^(https:\/\/|\/m\/)/.test(address) && !/["'()\\\s<>]/.test(address)
}

/** The declarations that draw a slide's ground: its color and gradient, which opacity leaves alone, as the player does. */
function groundDeclarations(attributes: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return [
    ...checked('background-color', attributes['data-background-color']),
    ...checked('background-image', attributes['data-background-gradient']),
  ]
}

/** The declarations of what lies on the ground: a picture, a film or a page. */
function contentDeclarations(attributes: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const picture = attributes['data-background-image']
  return [
    ...(picture && isPicture(picture) ? [['background-image', `url("${picture}")`] as const] : []),
    ...checked('background-size', attributes['data-background-size'] ?? 'cover'),
    ...checked('background-position', attributes['data-background-position'] ?? '50% 50%'),
    ...checked('background-repeat', attributes['data-background-repeat'] ?? 'no-repeat'),
    ...checked('opacity', attributes['data-background-opacity']),
  ]
}

function checked(property: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value && plain.test(value) && !loading.test(value) ? [[property, value]] : []
}

/** All declarations that a slide's background is drawn with. */
export function backgroundDeclarations(
  attributes: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return [...groundDeclarations(attributes), ...contentDeclarations(attributes)]
}

/** Draws a slide's background on an element made for it: the ground, and what lies on it as the element's only child. */
export function showBackground(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  element.removeAttribute('style')
  for (const [property, value] of groundDeclarations(attributes)) element.style.setProperty(property, value)
  const content = contentOf(element)
  content.removeAttribute('style')
  for (const [property, value] of contentDeclarations(attributes)) content.style.setProperty(property, value)
  showVideo(content, attributes)
  showPage(content, attributes['data-background-iframe'])
}

function contentOf(element: HTMLElement): HTMLElement {
  const present = element.firstElementChild as HTMLElement | null
  if (present) return present
  const made = element.ownerDocument.createElement('div')
  made.className = 'slide-background-content'
  element.append(made)
  return made
}

/** A film stands still while its slide is edited. It is loaded again only when its address changed. */
function showVideo(content: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  const address = attributes['data-background-video']?.split(',')[0] ?? ''
  const present = content.querySelector('video')
  if (!isPicture(address)) {
    present?.remove()
    return
  }
  const video = present ?? content.ownerDocument.createElement('video')
  if (!present) {
    video.muted = true
    video.preload = 'metadata'
    content.prepend(video)
  }
  if (video.getAttribute('src') !== address) video.src = address
  video.style.objectFit = attributes['data-background-size'] === 'contain' ? 'contain' : 'cover'
}

/** The page itself runs only in the show: here stands where it comes from. */
function showPage(content: HTMLElement, address: string | undefined): void {
  const present = content.querySelector('p')
  if (!address || !URL.canParse(address)) {
    present?.remove()
    return
  }
  const label = present ?? content.ownerDocument.createElement('p')
  label.className = 'background-page'
  label.textContent = new URL(address).host
  if (!present) content.append(label)
}

/**
 * The ground that text on the slide has, as the player decides it; null when the slide has none of its own. `element`:
 * what showBackground drew on; it must be in a document.
 */
export function groundOf(element: HTMLElement, attributes: Readonly<Record<string, string>>): Ground | null {
  const named = namedGround((name) => attributes[name])
  if (named !== null || !attributes['data-background-color']) return named
  return groundOfColor(element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor ?? '')
}
