import { product } from '../../rules/product.ts'

/**
 * The document title: the page's title and the instance's name. On the home page the name, with the tagline unless the
 * instance has a name of its own.
 */
export function fullTitle(title: string, siteName: string): string {
  if (title !== '') return `${title} – ${siteName}`
  return siteName === product.name ? `${siteName}: ${product.tagline}` : siteName
}
