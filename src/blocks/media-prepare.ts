/**
 * Prepares videos and sounds before reveal.js starts. It stops all media of a slide that is left, except what continues
 * across slides. Autoplay of embedded players is taken from it, since it would also start them in the presenter's own
 * views, where they cannot be muted.
 */
export function prepareMedia(elements: readonly HTMLElement[]): void {
  for (const element of elements) {
    if (element.dataset.lAcross === 'on') element.setAttribute('data-ignore', '')
    if (element.nodeName !== 'IFRAME' || !element.hasAttribute('data-autoplay')) continue
    element.dataset.plays = 'on'
    element.removeAttribute('data-autoplay')
  }
}
