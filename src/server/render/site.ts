import type { Site } from '../../web/data/site.ts'
import type { Settings } from '../env.ts'

/** What this instance says about itself. */
export function siteOf({ baseUrl, billing }: Pick<Settings, 'baseUrl' | 'billing'>): Site {
  return { baseUrl, warning: null, billing: billing !== 'off' }
}
