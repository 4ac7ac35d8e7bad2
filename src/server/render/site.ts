import type { Site } from '../../web/data/site.ts'
import type { Settings } from '../env.ts'

/** What this instance says about itself. */
export function siteOf({ baseUrl, billing, warning }: Pick<Settings, 'baseUrl' | 'billing' | 'warning'>): Site {
  return { baseUrl, warning, billing: billing !== 'off' }
}
