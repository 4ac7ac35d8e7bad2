import type { Site } from '../api/pages/site.ts'
import { product } from '../rules/product.ts'

/** An instance's public settings for tests of pages. */
export const testSite: Site = {
  baseUrl: 'http://localhost:3000',
  warning: null,
  billing: true,
  name: product.name,
  logo: null,
  signOn: false,
  videoUploads: false,
  signUp: 'open',
  setup: false,
}
