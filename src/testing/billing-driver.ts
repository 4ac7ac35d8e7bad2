import { createHash } from 'node:crypto'
import { createTeamCustomer } from '../api/subscriptions/customer.ts'
import { runBilling } from '../api/subscriptions/jobs.ts'
import { startTeamTrial } from '../api/subscriptions/team-subscription.ts'
import { type SandboxOutcome, sandboxNumbers, sandboxToken } from '../rules/sandbox-token.ts'
import { makeTeam, makeUser } from './factories.ts'
import type { TestApp, TestPerson } from './test-app.ts'

/** The token of a sandbox card that has an outcome. */
export function cardOf(outcome: SandboxOutcome): string {
  const number = Object.keys(sandboxNumbers).find((one) => sandboxNumbers[one] === outcome) ?? ''
  return sandboxToken(number, { brand: 'visa', expMonth: 12, expYear: 2040 })
}

/** Calls of customers, while time passes. */
export type BillingDriver = ReturnType<typeof billingDriver>

export function billingDriver(app: TestApp) {
  /** A new session of a user, at first or after days have passed; `host`: the team's. */
  async function at({ user }: Pick<TestPerson, 'user'>, host?: string): Promise<TestPerson> {
    const client = await app.signIn(user)
    const id_hash = createHash('sha256')
      .update(client.cookie('session') ?? '')
      .digest('hex')
    if (host) {
      await app.services.database.write.updateTable('sessions').set({ host }).where('id_hash', '=', id_hash).execute()
    }
    return client
  }

  /** A team in trial with its owner, and further members. */
  async function trialTeam(slug: string, members: number, outcome: SandboxOutcome | null = 'ok') {
    const team = await makeTeam(app.services, slug, { plan: 'free' })
    const owner = await app.person({ team_id: team.id, membership_role: 'owner' })
    for (let index = 0; index < members; index += 1) await makeUser(app.services, { team_id: team.id })
    const card = { name: slug, token: outcome ? cardOf(outcome) : '' }
    const customer = outcome ? await createTeamCustomer(app.services, owner.user, card) : null
    await app.services.database.transaction((trx) =>
      startTeamTrial(trx, app.services, team, { period: 'monthly', customer }),
    )
    const host = `${slug}.localhost:3000`
    return { team, owner, host, origin: { headers: { origin: `http://${host}` }, host } }
  }

  return {
    at,
    trialTeam,
    /** The user's personal account. */
    planOf: async (person: TestPerson) => (await (await at(person)).get('/api/v1/users/me')).body,
    /** The billing details: of the person, or on the team's host. */
    details: async (person: TestPerson, host?: string) =>
      (await (await at(person, host)).get('/account/details.json', host ? { host } : {})).body,
    /** The subjects of the mails to an address. */
    mailsTo: async (email: string) => {
      const rows = await app.services.database.read
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('id')
        .execute()
      return rows.map((row) => row.subject)
    },
    /** Lets days pass, and then does what is due. */
    pass: async (days: number) => {
      app.advance(days * 86_400_000)
      await runBilling(app.services)
    },
  }
}
