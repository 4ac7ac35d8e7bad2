import type { Site } from '../../web/data/site.ts'
import type { Settings } from '../env.ts'

/** What this instance says about itself. */
export function siteOf({ baseUrl }: Pick<Settings, 'baseUrl'>): Site {
  return { baseUrl, warning: null, billing: true }
}
