import DOMPurify, { type Config, type WindowLike } from 'dompurify'
import { frameAttributes, playerAttributes } from '../document/sanitize/schema.ts'
import { pictureDataHead } from '../rules/picture-types.ts'

// Under Trusted Types DOMPurify creates the policy 'dompurify' for its own parsing: the page's CSP must list that name.

const config: Config = {
  USE_PROFILES: { html: true, svg: true },
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['allow', 'loading', 'playsinline', 'poster', 'referrerpolicy', 'sandbox', 'target'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog', 'track', 'map', 'area', 'image'],
  FORBID_ATTR: ['action', 'formaction', 'name', 'srcset', 'background', 'ping', 'slot', 'is', 'usemap'],
  ALLOW_ARIA_ATTR: true,
  ALLOW_DATA_ATTR: true,
  RETURN_DOM_FRAGMENT: true,
}

const links = /^(?:https?:\/\/|mailto:|tel:|#)/i
const mediaUrl = new RegExp(`^(?:https://|/m/|${pictureDataHead})`, 'i')

/** Parses markup into elements, without scripts and unexpected resources. */
export type Purify = (html: string) => DocumentFragment

/**
 * A second, independent sanitizer, using the browser's own parser. It runs right before deck markup is inserted into an
 * open page (live updates, the editor's canvas). Markup that passed the server's sanitizer is unchanged. Parses under
 * the CSP of `window`'s document.
 */
export function createPurifier(window: Window): Purify {
  // A window has these constructors, which TypeScript declares only for the global one.
  const purifier = DOMPurify(window as unknown as WindowLike)
  purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
    const name = attribute.attrName
    if (
      playerAttributes.has(name) ||
      name === 'data-notes' ||
      (name === 'id' && !attribute.attrValue.startsWith('svg-'))
    )
      attribute.keepAttr = false
    if (!isAllowedUrl(name, attribute.attrValue)) attribute.keepAttr = false
  })
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'IFRAME') sandboxFrame(element)
  })
  // Set once for speed: a config passed with each call would be processed each time.
  purifier.setConfig(config)
  // The config asks for fragments; the types know that only of configs passed with the call.
  return (html) => purifier.sanitize(html) as unknown as DocumentFragment
}

/** True for attributes that hold no URL. */
function isAllowedUrl(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return links.test(value)
  if (name === 'src' || name === 'poster' || name === 'data-background-image') return mediaUrl.test(value)
  if (name === 'data-background-video') return value.split(',').every((address) => mediaUrl.test(address))
  return name !== 'data-background-iframe' || /^https:\/\//i.test(value)
}

/** Forces our sandbox on every frame and allows external pages only. */
function sandboxFrame(frame: Element): void {
  for (const [name, value] of Object.entries(frameAttributes)) frame.setAttribute(name, value)
  if (!/^https:\/\//i.test(frame.getAttribute('src') ?? '')) frame.removeAttribute('src')
}
