import { logoUrl } from '../../server/instance.ts'
import type { Services } from '../../server/services.ts'
import type { Site } from './site.ts'

/** The public settings of this instance. */
export async function siteOf({ settings, instance }: Pick<Services, 'settings' | 'instance'>): Promise<Site> {
  const { baseUrl, billing, sso, warning, videoUploads } = settings
  const { name, logoKey, signUp, setup } = await instance.read()
  const driver = billing === 'off' ? {} : { driver: billing }
  const shown = { name, logo: logoUrl(logoKey), signUp, setup, signOn: sso !== null, videoUploads }
  return { baseUrl, warning, billing: billing !== 'off', ...driver, ...shown }
}
