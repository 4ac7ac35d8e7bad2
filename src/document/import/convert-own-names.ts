import type { HtmlElement } from '../html.ts'
import { attributeRule, ownAttributeLength } from '../sanitize/attributes.ts'
import { ownAttributePrefix } from '../sanitize/own-attributes.ts'
import { importedAs, playerAttributes } from '../sanitize/schema.ts'
import { withSelectors } from './selectors.ts'
import { classesOf, elementsBelow, setAttribute } from './tree.ts'

/** Names of the author's own: attributes, and elements that decks don't have. */

/** Names that reveal.js, its plugins or decks may act on. */
const meant =
  /^data-(?:l-|own-|block|fragment|id$|name$|locked$|latex$|language$|line|ln-|auto|background|transition|video|notes|separator|markdown|preview|index|src|poster|loaded|lazy|state|timing|visibility|charset|template|trim|noescape|attributes|element)/

/** The name under which decks have an attribute; null: it stays. */
function ownName(tag: string, name: string, value: string): string | null {
  if (!name.startsWith('data-') || meant.test(name) || playerAttributes.has(name)) return null
  if (attributeRule(tag, name) !== null || value.length > ownAttributeLength) return null
  const own = ownAttributePrefix + name.slice('data-'.length)
  return attributeRule(tag, own) === null ? null : own
}

const classPrefix = 'was-'

/**
 * Attributes of the author's own get the prefix under which decks keep them; elements that become others get a class with
 * their name. Returns the names of both.
 */
export function convertOwnNames(slides: HtmlElement): ReadonlySet<string> {
  const names = new Set(['q', 'button'])
  for (const element of elementsBelow(slides, () => true)) {
    for (const attr of element.attrs) {
      const own = ownName(element.tagName, attr.name, attr.value)
      if (own === null) continue
      names.add(attr.name)
      attr.name = own
    }
    if (!Object.hasOwn(importedAs, element.tagName) || classesOf(element).includes('notes')) continue
    names.add(element.tagName)
    setAttribute(element, 'class', [...classesOf(element), classPrefix + element.tagName].join(' '))
  }
  return names
}

/** Styles for the names that decks have instead. */
export function cssWithOwnNames(css: string, names: ReadonlySet<string>): string {
  const renamed = css.replace(/(\[\s*|\battr\(\s*)(data-[a-z0-9-]+)/g, (whole, before: string, name: string) =>
    names.has(name) ? `${before}${ownAttributePrefix}${name.slice('data-'.length)}` : whole,
  )
  return withSelectors(renamed, (selectors) =>
    selectors.replace(/(?<![\w.#:[="'-])([a-z]+)(?![\w-])/g, (name: string) =>
      names.has(name) ? `:where(.${classPrefix}${name})` : name,
    ),
  )
}
