import { expect, test } from 'vitest'
import type { MembershipState, TeamRole } from '../../rules/permissions.ts'
import { teamRoles } from '../../rules/permissions.ts'
import { makeTeam, testPassword } from '../../testing/factories.ts'
import { readMails } from '../../testing/mails.ts'
import { type SeededRandom, seededRandom } from '../../testing/seeded-random.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'

/** Histories per database, and actions of each. */
const histories = 40
const length = 25

interface Member {
  team: number
  role: TeamRole
  state: MembershipState
}

/** A simple reference: who is in which team, and which answer each action gets. */
class Model {
  readonly members = new Map<number, Member>()

  active(userId: number): Member | null {
    const member = this.members.get(userId)
    return member?.state === 'active' ? member : null
  }

  isLastOwner(userId: number): boolean {
    const member = this.active(userId)
    if (member?.role !== 'owner') return false
    const owners = [...this.members.values()].filter(
      ({ team, role, state }) => team === member.team && role === 'owner' && state === 'active',
    )
    return owners.length === 1
  }

  /** The status of a refusal; null if the actor may change this member of their team, or give this role. */
  refusal(actor: number, target: number | null, newRole?: TeamRole): number | null {
    const acting = this.active(actor)
    if (!acting) return 404
    if (acting.role === 'member') return 403
    const member = target === null ? null : this.members.get(target)
    if (target !== null && member?.team !== acting.team) return 404
    const isAboutOwner = member?.role === 'owner' || newRole === 'owner'
    return isAboutOwner && acting.role !== 'owner' ? 403 : null
  }
}

/** One history: its users, and the model that they are compared with. */
class History {
  readonly #app: TestApp
  readonly #random: SeededRandom
  readonly #people: TestPerson[]
  readonly #model = new Model()

  constructor(app: TestApp, random: SeededRandom, people: TestPerson[]) {
    this.#app = app
    this.#random = random
    this.#people = people
  }

  readonly #person = () => this.#random.pick(this.#people)

  /** A new team on the reference's side and the database's, with a person as its owner. */
  async found(): Promise<[number, number]> {
    const person = this.#person()
    const isMember = this.#model.active(person.user.id) !== null
    const slug = `h${Math.floor(this.#random.next() * 1e12).toString(36)}-x`
    const team = { name: 'A team', slug, token: 'tok_sandbox_ok_visa_4242_122035' }
    const answer = await person.post('/teams.json', { team })
    if (!isMember) this.#model.members.set(person.user.id, { team: answer.body.id, role: 'owner', state: 'active' })
    return [answer.status, isMember ? 422 : 201]
  }

  async invite(): Promise<[number, number]> {
    const [actor, target, role] = [this.#person(), this.#person(), this.#random.pick(teamRoles)]
    const email = target.user.email
    const answer = await actor.post('/api/v1/team/invitations.json', { invitation: { email, role } })
    const acting = this.#model.active(actor.user.id)
    const refusal = this.#model.refusal(actor.user.id, null, role)
    if (refusal !== null || !acting) return [answer.status, refusal ?? 404]
    if (this.#model.members.get(target.user.id)?.team === acting.team) return [answer.status, 422]
    const { text = '' } = (await readMails(this.#app.services, email)).at(-1) ?? {}
    const invitation_token = /invitation_token=([\w-]+)/.exec(text)?.[1]
    const joined = await target.post('/users/invitation.json', { user: { invitation_token } })
    const elsewhere = this.#model.active(target.user.id) !== null
    if (!elsewhere) this.#model.members.set(target.user.id, { team: acting.team, role, state: 'active' })
    return [joined.status, elsewhere ? 422 : 200]
  }

  async role(): Promise<[number, number]> {
    const [actor, target, role] = [this.#person(), this.#person(), this.#random.pick(teamRoles)]
    const answer = await actor.put(`/api/v1/team/users/${target.user.id}.json`, { user: { role } })
    const refusal = this.#model.refusal(actor.user.id, target.user.id, role)
    if (refusal !== null) return [answer.status, refusal]
    if (role !== 'owner' && this.#model.isLastOwner(target.user.id)) return [answer.status, 422]
    const member = this.#model.members.get(target.user.id)
    if (member) member.role = role
    return [answer.status, 200]
  }

  async end(how: 'deactivate' | 'remove'): Promise<[number, number]> {
    const [actor, target] = [this.#person(), this.#person()]
    const path = `/api/v1/team/users/${target.user.id}`
    const refusal = this.#model.refusal(actor.user.id, target.user.id)
    const isLast = this.#model.isLastOwner(target.user.id)
    const answer = await (how === 'remove' ? actor.delete(path) : actor.post(`${path}/deactivate.json`))
    if (refusal !== null || isLast) return [answer.status, refusal ?? 422]
    const member = this.#model.members.get(target.user.id)
    if (how === 'remove') this.#model.members.delete(target.user.id)
    else if (member) member.state = 'deactivated'
    return [answer.status, how === 'remove' ? 204 : 200]
  }

  async reactivate(): Promise<[number, number]> {
    const [actor, target] = [this.#person(), this.#person()]
    const refusal = this.#model.refusal(actor.user.id, target.user.id)
    const answer = await actor.post(`/api/v1/team/users/${target.user.id}/reactivate.json`)
    if (refusal !== null) return [answer.status, refusal]
    const member = this.#model.members.get(target.user.id)
    if (member) member.state = 'active'
    return [answer.status, 200]
  }

  async deleteAccount(): Promise<[number, number]> {
    const person = this.#person()
    const isLast = this.#model.isLastOwner(person.user.id)
    const answer = await person.delete('/users.json', { user: { password: testPassword } })
    if (isLast) return [answer.status, 422]
    this.#model.members.delete(person.user.id)
    this.#people.splice(this.#people.indexOf(person), 1, await this.#app.person())
    return [answer.status, 204]
  }

  /** Compares the database with the model. */
  async check(): Promise<void> {
    const ids = this.#people.map(({ user }) => user.id)
    const { read } = this.#app.services.database
    const users = await read
      .selectFrom('users')
      .select(['id', 'team_id', 'membership_role'])
      .where('id', 'in', ids)
      .execute()
    const rows = await read.selectFrom('memberships').selectAll().where('user_id', 'in', ids).execute()
    for (const { id, team_id, membership_role } of users) {
      const active = this.#model.active(id)
      expect([id, team_id, membership_role]).toEqual([id, active?.team ?? null, active?.role ?? null])
    }
    const stored = rows.map(({ user_id, team_id, role, state }) => [user_id, { team: team_id, role, state }] as const)
    expect(new Map(stored)).toEqual(this.#model.members)
    const teams = new Set([...this.#model.members.values()].map(({ team }) => team))
    for (const team of teams) {
      const owners = rows.filter((row) => row.team_id === team && row.role === 'owner' && row.state === 'active')
      expect([team, owners.length > 0]).toEqual([team, true])
    }
  }

  actions(): readonly (() => Promise<[number, number]>)[] {
    const [invite, role, remove] = [() => this.invite(), () => this.role(), () => this.end('remove')]
    const deactivate = () => this.end('deactivate')
    const others = [() => this.found(), () => this.reactivate(), () => this.deleteAccount()]
    return [invite, invite, invite, invite, role, role, role, deactivate, deactivate, remove, ...others]
  }
}

eachDatabase((makeApp, kind) => {
  test('after any history each team has an active owner, and users have the team of their active membership', async () => {
    const app = await makeApp()
    const random = seededRandom(kind === 'sqlite' ? 20_261_124 : 41)
    const seen = new Map<number, number>()
    for (let n = 0; n < histories; n++) {
      const people = await Promise.all(Array.from({ length: 5 }, () => app.person()))
      const history = new History(app, random, people)
      for (let step = 0; step < length; step++) {
        const [status, expected] = await random.pick(history.actions())()
        expect([n, step, status]).toEqual([n, step, expected])
        seen.set(status, (seen.get(status) ?? 0) + 1)
        await history.check()
      }
    }
    // The histories have met every kind of answer, often.
    for (const status of [200, 201, 204, 403, 404, 422])
      expect([status, (seen.get(status) ?? 0) > 10]).toEqual([status, true])
  }, 300_000)

  test('the check finds a team without an owner, and a user whose team is not that of the membership', async () => {
    const app = await makeApp()
    const { write } = app.services.database
    const { id } = await makeTeam(app.services, 'control')
    const people = [await app.person({ team_id: id, membership_role: 'owner' })]
    const history = new History(app, seededRandom(1), people)
    await expect(history.check()).rejects.toThrow()
    await write.deleteFrom('memberships').execute()
    await expect(history.check()).rejects.toThrow()
    await write.updateTable('users').set({ team_id: null, membership_role: null }).execute()
    await history.check()
  })
})
