import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { ProviderError } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import { readId } from '../read-id.ts'
import type { Context } from '../route.ts'
import { membershipOf } from '../teams/memberships.ts'
import { teamById } from '../teams/queries.ts'
import { withOwnerProof } from '../two-step/prove-owner.ts'
import { proveCurrentPassword } from '../users/prove-password.ts'
import { beginSignOn } from './begin.ts'
import type { signOnContracts as contracts } from './contract.ts'
import { providerOf, providerRefusal } from './providers.ts'
import { identitiesOf } from './queries.ts'

/** The providers that a user can link: their team's and the instance's. */
async function providersFor(services: Services, userId: number) {
  const { read } = services.database
  // Read from the membership: a session that lacks the required sign-on is no member's, and is here to get it.
  const membership = await membershipOf(read, userId)
  const team = membership?.state === 'active' ? await teamById(read, membership.team_id) : null
  const teams = team ? await providerOf(services, read, team.id) : null
  const { sso } = services.settings
  return [
    ...(team && teams ? [{ id: 'team' as const, name: team.name, provider: teams, teamId: team.id }] : []),
    ...(sso ? [{ id: 'instance' as const, name: new URL(sso.issuer).host, provider: sso, teamId: null }] : []),
  ]
}

/** The identities of the signed-in user, and what can be linked. */
export async function listIdentities({ db, services, user }: Context<typeof contracts.identities>) {
  const rows = await identitiesOf(db, user.id)
  const providers = await providersFor(services, user.id)
  return {
    results: rows.map(({ id, issuer, email, created_at, last_used_at }) => ({
      ...{ id, issuer, email, created_at, last_used_at },
    })),
    providers: providers.map(({ id, name, provider }) => ({ id, name, issuer: provider.issuer })),
  }
}

/** Begins to link an identity, which signs in without the password and, at the instance's provider, without a code. */
export async function beginLink(context: Context<typeof contracts.link>): Promise<{ url: string }> {
  const { body, reply, request, services, user } = context
  if (request.surface.kind !== 'app') throw new HttpError(404, messages.access.notFound)
  const { password, code } = body.identity
  const wanted = (await providersFor(services, user.id)).find(({ id }) => id === body.identity.provider)
  if (!wanted) throw invalid('provider', messages.form.option)
  // No transaction around what follows: it waits for the provider.
  await withOwnerProof(services, { user, password, field: 'password', code, perform: async () => undefined })
  const { provider, teamId } = wanted
  try {
    return { url: await beginSignOn(services, request, reply, { provider, teamId, userId: user.id, returnPath: null }) }
  } catch (error) {
    if (error instanceof ProviderError) throw providerRefusal(error)
    throw error
  }
}

/** Removes an identity. Needs the password, which the account then needs to sign in. */
export async function unlink(context: Context<typeof contracts.unlink>): Promise<undefined> {
  const { body, params, request, services, transaction, user } = context
  await proveCurrentPassword(services, user, body.identity.password, 'password')
  await transaction(async (trx) => {
    const removed = await trx
      .deleteFrom('user_identities')
      .where('id', '=', readId(params.id) ?? 0)
      .where('user_id', '=', user.id)
      .returning('issuer')
      .executeTakeFirst()
    if (!removed) throw new HttpError(404, messages.access.notFound)
    const [resource, detail] = [`user:${user.id}`, { issuer: removed.issuer }]
    await audit(trx, services, request, { actorId: user.id, action: 'identity.unlink', resource, detail })
  })
}
