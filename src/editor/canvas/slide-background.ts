import { type BackgroundTone, declaredTone, toneOfColor } from '../../document/background-tone.ts'

/** The allowed values of background declarations. They can neither end the declaration nor load a resource. */
const plain = /^[^;{}<>"'\\]*$/
const loading = /url\(|image\(|image-set|var\(|attr\(|expression/i

/** Whether a URL may be loaded as a background: an upload or https. */
function isPicture(address: string): boolean {
  return /^(https:\/\/|\/m\/)/.test(address) && !/["'()\\\s<>]/.test(address)
}

/** The declarations of a slide's ground: color and gradient. Opacity does not apply to them, as in the player. */
function groundDeclarations(attributes: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return [
    ...checked('background-color', attributes['data-background-color']),
    ...checked('background-image', attributes['data-background-gradient']),
  ]
}

/** The declarations of the content on the ground: a picture, a video or a page. */
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

/** All declarations of a slide's background. */
export function backgroundDeclarations(
  attributes: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  return [...groundDeclarations(attributes), ...contentDeclarations(attributes)]
}

/** Draws a slide's background on an element: the ground, and the content as its only child. */
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

/** Shows a background video, paused. It is reloaded only if its URL changes. */
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

/** Shows the host of a background page, which is loaded only in the player. */
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
 * The tone (light or dark) of the background behind the slide's text, determined as in the player. Null if the slide
 * has no background. `element` is the element that showBackground drew on, connected to a document.
 */
export function toneOf(element: HTMLElement, attributes: Readonly<Record<string, string>>): BackgroundTone | null {
  const named = declaredTone((name) => attributes[name])
  if (named !== null || !attributes['data-background-color']) return named
  return toneOfColor(element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor ?? '')
}
