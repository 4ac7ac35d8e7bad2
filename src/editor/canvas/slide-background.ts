import { type BackgroundTone, declaredTone, toneOfColor } from '../../document/background-tone.ts'
import { contentDeclarations, groundDeclarations, isBackgroundUrl } from '../../document/slide-background.ts'

/** The same layout as in the player, which sets it by a style sheet. */
const usualLayout: Readonly<Record<string, string>> = {
  'background-size': 'cover',
  'background-position': '50% 50%',
  'background-repeat': 'no-repeat',
}

/** Draws a slide's background on an element: the ground, and the content as its only child. */
export function showBackground(element: HTMLElement, attributes: Readonly<Record<string, string>>): void {
  const attribute = (name: string) => attributes[name]
  element.removeAttribute('style')
  for (const [property, value] of groundDeclarations(attribute)) element.style.setProperty(property, value)
  const content = contentOf(element)
  content.removeAttribute('style')
  for (const [property, value] of [...Object.entries(usualLayout), ...contentDeclarations(attribute)]) {
    content.style.setProperty(property, value)
  }
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
  if (!isBackgroundUrl(address)) {
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
