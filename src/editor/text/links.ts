import { validateOptionalUrl, withScheme } from '../../rules/validators.ts'
import { isElement } from './text-dom.ts'

/** Whether an element is a link. */
export function isLink(node: Node | null | undefined): node is HTMLAnchorElement {
  return isElement(node) && node.nodeName === 'A'
}

/** Addresses within a deck and to mail and phone are taken as they are. */
const known = /^(#|mailto:|tel:)/i

/** An address as it is saved: with a scheme. Null when it can't be one. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (known.test(text)) return text
  const address = withScheme(text)
  return validateOptionalUrl(address) === null ? address : null
}
