import { product } from '../../rules/product.ts'

/** The document title: the page's title and the product's name; on the home page, name and tagline. */
export function fullTitle(title: string): string {
  return title === '' ? `${product.name}: ${product.tagline}` : `${title} – ${product.name}`
}
