import type { Settings } from '../../server/env.ts'
import type { Site } from './site.ts'

/** The public settings of this instance. */
export function siteOf({ baseUrl, billing, warning }: Pick<Settings, 'baseUrl' | 'billing' | 'warning'>): Site {
  return { baseUrl, warning, billing: billing !== 'off', ...(billing === 'off' ? {} : { driver: billing }) }
}
