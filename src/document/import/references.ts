import { attribute, type HtmlElement } from '../html.ts'
import { elementsBelow, hasClass, newElement, removeAttribute, replaceNode, setAttribute } from './tree.ts'

/** The files that markup and styles of a foreign deck name. */

/** What an address of a file becomes: an address of the deck; null if the file is missing; 'keep': as it is. */
export type Resolve = (address: string, kind: 'picture' | 'film' | 'page') => string | null

/** Addresses that lead elsewhere, or stand for themselves. */
export function isExternal(address: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address.trim())
}

const fileName = (address: string): string => {
  const last = address.split(/[?#]/)[0]!.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** In the place of a missing file: its name, where the author can choose the file. */
function missingPlace(element: HtmlElement, address: string): HtmlElement {
  const name = fileName(address).slice(0, 100) || 'file'
  const place = newElement('img', {
    src: missingPicture,
    alt: `Missing: ${name}`,
    'data-l-missing': name.replace(/[^\p{L}\p{M}\p{N}_ .,-]/gu, ' '),
  })
  // Without a size of its own the gray field would be a dot.
  const isSized = ['width', 'height'].some((key) => attribute(element, key) !== null)
  if (!isSized)
    for (const [key, value] of [
      ['width', '320'],
      ['height', '180'],
    ] as const)
      setAttribute(place, key, value)
  for (const { name: key, value } of element.attrs)
    if (/^(?:class|style|width|height|title|data-id|data-fragment-index)$/.test(key)) setAttribute(place, key, value)
  return place
}

/** A gray field. */
const missingPicture = 'data:image/gif;base64,R0lGODlhAQABAIAAAMzMzAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw=='

function resolveMedia(
  element: HtmlElement,
  resolve: Resolve,
  missing: (address: string, where: HtmlElement) => void,
): void {
  const { tagName } = element
  const name = attribute(element, 'data-src') !== null ? 'data-src' : 'src'
  const address = attribute(element, name)
  if (!address) return
  if (tagName === 'img') {
    removeAttribute(element, 'srcset')
    removeAttribute(element, 'data-srcset')
  }
  const found = resolve(address, tagName === 'img' ? 'picture' : tagName === 'iframe' ? 'page' : 'film')
  if (found !== null) {
    removeAttribute(element, 'data-src')
    setAttribute(element, 'src', found)
    return
  }
  missing(address, element)
  if (tagName === 'source') return
  replaceNode(element, [missingPlace(element, address)])
}

function resolvePoster(element: HtmlElement, resolve: Resolve): void {
  const address = attribute(element, 'poster')
  if (!address) return
  const found = resolve(address, 'picture')
  if (found === null) removeAttribute(element, 'poster')
  else setAttribute(element, 'poster', found)
}

const backgroundKinds = {
  'data-background-image': 'picture',
  'data-background-video': 'film',
  'data-background': 'picture',
  'data-background-iframe': 'page',
} as const

function resolveBackgrounds(
  section: HtmlElement,
  resolve: Resolve,
  missing: (address: string, where: HtmlElement) => void,
): void {
  for (const [name, kind] of Object.entries(backgroundKinds)) {
    const value = attribute(section, name)
    if (!value) continue
    if (
      name === 'data-background' &&
      !/^(?:https?:|\/\/|data:)|\.(?:svg|png|jpe?g|gif|bmp|webp|avif)(?:[?#,\s]|$)/i.test(value)
    )
      continue
    const addresses = kind === 'film' ? value.split(',') : [value]
    const found = addresses.flatMap((address) => {
      const resolved = resolve(address.trim(), kind)
      if (resolved === null) missing(address.trim(), section)
      return resolved === null ? [] : [resolved]
    })
    if (found.length === 0) removeAttribute(section, name)
    else if (name === 'data-background') {
      removeAttribute(section, name)
      setAttribute(section, 'data-background-image', found[0]!)
    } else setAttribute(section, name, found.join(', '))
  }
}

/** Addresses without quotes have no brackets in CSS; so each attempt ends at the next open one. */
const url = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"'()\s]+))\s*\)/g

/** Styles with the addresses of the deck; missing files are left out. */
export function resolveCss(css: string, resolve: (address: string) => string | null): string {
  return css.replace(url, (whole, double: string, single: string, bare: string) => {
    const address = double ?? single ?? bare ?? ''
    if (address === '' || address.startsWith('#') || /^data:(?!font|application)/i.test(address)) return whole
    const found = resolve(address)
    return found === null ? 'none' : `url("${found}")`
  })
}

const media = new Set(['img', 'video', 'audio', 'source', 'iframe'])

/**
 * Replaces the addresses of all files that the slides name. A missing picture or film becomes a place for one, never a
 * broken picture; `missing` is called for each.
 */
export function resolveReferences(
  slides: HtmlElement,
  resolve: Resolve,
  missing: (address: string, where: HtmlElement) => void,
): void {
  for (const element of elementsBelow(slides, () => true)) {
    if (element.tagName === 'section') resolveBackgrounds(element, resolve, missing)
    if (element.tagName === 'video') resolvePoster(element, resolve)
    const style = attribute(element, 'style')
    if (style?.includes('url('))
      setAttribute(
        element,
        'style',
        resolveCss(style, (address) => resolve(address, 'picture')),
      )
  }
  for (const element of elementsBelow(slides, ({ tagName }) => media.has(tagName))) {
    if (!hasClass(element, 'emoji') || attribute(element, 'src')) resolveMedia(element, resolve, missing)
  }
}
