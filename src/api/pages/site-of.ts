import type { Settings } from '../../server/env.ts'
import type { Site } from './site.ts'

/** What this instance says about itself. */
export function siteOf({ baseUrl, billing, warning }: Pick<Settings, 'baseUrl' | 'billing' | 'warning'>): Site {
  return { baseUrl, warning, billing: billing !== 'off' }
}
