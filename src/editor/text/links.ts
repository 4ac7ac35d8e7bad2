import { validateOptionalUrl, withScheme } from '../../rules/validators.ts'
import { isElement } from './text-dom.ts'

/** Whether an element is a link. */
export function isLink(node: Node | null | undefined): node is HTMLAnchorElement {
  return isElement(node) && node.nodeName === 'A'
}

/** URLs that need no scheme added: to a slide of the deck, mail and phone. */
const known = /^(#|mailto:|tel:)/i

/** A typed URL as it is saved, with a scheme; null if it is invalid. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (known.test(text)) return text
  const address = withScheme(text)
  return validateOptionalUrl(address) === null ? address : null
}
