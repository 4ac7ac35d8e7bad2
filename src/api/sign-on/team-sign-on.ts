import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { accountMessages } from '../../rules/account-messages.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { proofRecord } from '../../rules/sign-on.ts'
import { audit } from '../../server/audit.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { checkProvider, type Provider, ProviderError } from '../../server/identity/oidc.ts'
import type { Services } from '../../server/services.ts'
import type { Owner } from '../owner.ts'
import type { Context } from '../route.ts'
import { lockTeam, type TeamRow, teamById, updateTeam } from '../teams/queries.ts'
import type { signOnContracts as contracts, teamSignOn } from './contract.ts'
import { domainCodeMail, domainForm, hasProofRecord, mailCodeLife, proofToken } from './domain-proof.ts'
import { providerOf, providerRefusal, redirectUri, sealSecret } from './providers.ts'
import {
  deleteTeamIdentity,
  insertDomain,
  proveDomain,
  saveTeamIdentity,
  type TeamDomainRow,
  teamDomain,
  teamDomains,
  teamIdentity,
} from './queries.ts'

function teamIdOf(owner: Owner): number {
  if (!('team' in owner)) throw new Error('the owner is not a team')
  return owner.team
}

/** The single sign-on of a team as its managers see it. */
export async function teamSignOnJson(db: Db, services: Services, owner: Owner): Promise<z.input<typeof teamSignOn>> {
  const team = (await teamById(db, teamIdOf(owner))) as TeamRow
  const identity = await teamIdentity(db, team.id)
  const domains = await teamDomains(db, team.id)
  return {
    issuer: identity?.issuer ?? null,
    client_id: identity?.client_id ?? null,
    has_secret: identity !== undefined,
    redirect_uri: redirectUri(services.settings, team.id),
    require_sso: team.require_sso,
    domains: domains.map(({ domain, proven_at, proof_token, mail_sent_at }) => ({
      ...{ domain, proven_at, mail_sent_at },
      record: { ...proofRecord(domain, proof_token), type: 'TXT' },
    })),
  }
}

async function checkOrRefuse(services: Services, provider: Provider): Promise<void> {
  try {
    await checkProvider(provider, services.settings)
  } catch (error) {
    if (error instanceof ProviderError) throw providerRefusal(error)
    throw error
  }
}

/** Sets the team's provider, after it has answered. */
export async function changeSignOn(context: Context<typeof contracts.change>): Promise<void> {
  const { body, owner, request, services, transaction, user } = context
  const { issuer, client_id, client_secret } = body.sign_on
  const teamId = teamIdOf(owner)
  const stored = await providerOf(services, services.database.read, teamId)
  // Kept for the same issuer only: another one would get the secret of the first.
  const kept = stored?.issuer === issuer ? stored.clientSecret : undefined
  const clientSecret = client_secret || kept
  if (!clientSecret) throw invalid('client_secret', messages.form.required)
  await checkOrRefuse(services, { issuer, clientId: client_id, clientSecret })
  const now = services.now()
  const secret_sealed = sealSecret(services, clientSecret)
  await transaction(async (trx) => {
    await lockTeam(trx, services.database.kind, owner)
    const row = { team_id: teamId, issuer, client_id, secret_sealed, created_at: now, updated_at: now }
    await saveTeamIdentity(trx, row)
    const detail = { issuer, client_id, new_secret: Boolean(client_secret) }
    const resource = `team:${teamId}`
    await audit(trx, services, request, { actorId: user.id, action: 'sign-on.change', resource, detail })
  })
}

/** Asks the team's provider for its metadata. */
export async function testSignOn({ owner, services }: Context<typeof contracts.test>): Promise<undefined> {
  const provider = await providerOf(services, services.database.read, teamIdOf(owner))
  if (!provider) throw invalid('issuer', accountMessages.team.signOnMissing)
  await checkOrRefuse(services, provider)
}

/** Removes the team's provider; members then sign in with their passwords. */
export async function removeSignOn({ db, owner, request, services, user }: Context<typeof contracts.remove>) {
  const team = await lockTeam(db, services.database.kind, owner)
  await deleteTeamIdentity(db, team.id)
  await updateTeam(db, team.id, { require_sso: false, updated_at: services.now() })
  const resource = `team:${team.id}`
  await audit(db, services, request, { actorId: user.id, action: 'sign-on.remove', resource })
}

/** Adds a domain to a team, to be proven. Throws 422 if the team has too many. */
export async function addDomainTo(db: Db, services: Services, team: TeamRow, given: string): Promise<void> {
  const domain = domainForm(given)
  const present = await teamDomains(db, team.id)
  if (present.some((one) => one.domain === domain)) return
  if (present.length >= limits.signOn.domains) throw invalid('domain', accountMessages.signOn.domainsFull)
  const now = services.now()
  await insertDomain(db, { team_id: team.id, domain, proof_token: proofToken(), created_at: now })
  if (team.domain === null) await updateTeam(db, team.id, { domain, updated_at: now })
}

export async function addDomain({ body, db, owner, request, services, user }: Context<typeof contracts.addDomain>) {
  const team = await lockTeam(db, services.database.kind, owner)
  await addDomainTo(db, services, team, body.domain.domain)
  const detail = { domain: body.domain.domain }
  await audit(db, services, request, { actorId: user.id, action: 'domain.add', resource: `team:${team.id}`, detail })
}

async function findDomain(db: Db, owner: Owner, domain: string): Promise<TeamDomainRow> {
  const found = await teamDomain(db, teamIdOf(owner), domain.toLowerCase())
  if (!found) throw new HttpError(404, messages.access.notFound)
  return found
}

export async function removeDomain(context: Context<typeof contracts.removeDomain>) {
  const { db, owner, params, request, services, user } = context
  const team = await lockTeam(db, services.database.kind, owner)
  const { id, domain } = await findDomain(db, owner, params.domain)
  await db.deleteFrom('team_domains').where('id', '=', id).execute()
  const [next] = await teamDomains(db, team.id)
  if (team.domain === domain)
    await updateTeam(db, team.id, { domain: next?.domain ?? null, updated_at: services.now() })
  const [resource, detail] = [`team:${team.id}`, { domain }]
  await audit(db, services, request, { actorId: user.id, action: 'domain.remove', resource, detail })
}

type DomainContext = Context<typeof contracts.checkDomain> | Context<typeof contracts.confirmCode>

async function prove(db: Db, { request, services, user }: DomainContext, row: TeamDomainRow, by: string) {
  if (!(await proveDomain(db, row.id, services.now()))) throw invalid('domain', accountMessages.signOn.domainTaken)
  const [resource, detail] = [`team:${row.team_id}`, { domain: row.domain, by }]
  await audit(db, services, request, { actorId: user.id, action: 'domain.prove', resource, detail })
}

/** Proves a domain by its DNS record. Throws 422 without it. */
export async function checkDomain(context: Context<typeof contracts.checkDomain>): Promise<void> {
  const { owner, params, services, transaction } = context
  const row = await findDomain(services.database.read, owner, params.domain)
  if (row.proven_at) return
  if (!(await hasProofRecord(row))) throw invalid('domain', accountMessages.signOn.recordMissing)
  await transaction((trx) => prove(trx, context, row, 'dns'))
}

function hashCode({ keys }: Services, code: string): string {
  return keys.hash('domain-code', code.replace(/[^\da-z]/gi, '').toLowerCase())
}

/** Mails a code to a mailbox that only the domain's administrators have. */
export async function mailCode({ body, db, owner, params, services }: Context<typeof contracts.mailCode>) {
  const { id, domain, proven_at } = await findDomain(db, owner, params.domain)
  if (proven_at) return
  const { allowed } = await services.limits.take('mails-to-address', `${body.mailbox}@${domain}`)
  if (!allowed) throw invalid('mailbox', accountMessages.team.tooManyMails)
  const code = randomBytes(15).toString('hex').match(/.{6}/g)?.join('-') as string
  const team = (await teamById(db, teamIdOf(owner))) as TeamRow
  const sent = { mail_code_hash: hashCode(services, code), mail_sent_at: services.now() }
  await db.updateTable('team_domains').set(sent).where('id', '=', id).execute()
  const mail = domainCodeMail({ mailbox: body.mailbox, domain, team: team.name, code })
  await services.mail.send(db, { ...mail, about: `team:${team.id}` })
}

/** Proves a domain by the code of the last mail. Throws 422 for another one. */
export async function confirmCode(context: Context<typeof contracts.confirmCode>) {
  const { body, db, owner, params, services } = context
  const row = await findDomain(db, owner, params.domain)
  if (row.proven_at) return
  const age = row.mail_sent_at ? services.now().getTime() - row.mail_sent_at.getTime() : Number.POSITIVE_INFINITY
  if (row.mail_code_hash !== hashCode(services, body.code) || age > mailCodeLife) {
    throw invalid('code', accountMessages.signOn.wrongCode)
  }
  await prove(db, context, row, 'mail')
}
