import { accountMessages } from '../../rules/account-messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Settings } from '../../server/env.ts'
import { type HttpError, invalid } from '../../server/http/http-error.ts'
import type { Provider, ProviderError } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import { type TeamIdentityRow, teamIdentity } from './queries.ts'

const sealing = 'team-sign-on'

/** Encrypts a client secret for storage. */
export function sealSecret({ keys }: Pick<Services, 'keys'>, secret: string): string {
  return keys.encrypt(sealing, secret)
}

/** A team's provider with its secret. */
function openProvider({ keys }: Pick<Services, 'keys'>, row: TeamIdentityRow): Provider {
  return { issuer: row.issuer, clientId: row.client_id, clientSecret: keys.decrypt(sealing, row.secret_sealed) }
}

/** The provider of a team, or of the instance (null); null without one. */
export async function providerOf(services: Services, db: Db, teamId: number | null): Promise<Provider | null> {
  if (teamId === null) return services.settings.sso
  const row = await teamIdentity(db, teamId)
  return row ? openProvider(services, row) : null
}

/**
 * Where the provider of a team, or of the instance, sends the browser. Each has its own, so that a provider cannot pass
 * the answer of another one off as its own.
 */
export function redirectUri({ baseUrl }: Pick<Settings, 'baseUrl'>, teamId: number | null): string {
  return `${baseUrl}/users/auth/oidc/callback/${teamId ?? 'instance'}`
}

/** The 422 for a provider that cannot be used. */
export function providerRefusal({ fault }: ProviderError): HttpError {
  if (fault === 'private') return invalid('issuer', accountMessages.signOn.privateIssuer)
  return invalid(
    'issuer',
    fault === 'mismatch' ? accountMessages.signOn.otherIssuer : accountMessages.signOn.unreachable,
  )
}
