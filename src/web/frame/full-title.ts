import { product } from '../../rules/product.ts'

/** The title of a page in the browser's tab: its own, then the product's name; at home the product and what it is. */
export function fullTitle(title: string): string {
  return title === '' ? `${product.name}: ${product.tagline}` : `${title} – ${product.name}`
}
