import type { TeamRole } from '../rules/permissions.ts'
import { makeTeam } from './factories.ts'
import type { TestApp, TestPerson } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Everybody who may ask for a team's things, by their relation to it. */
export const teamAskers = [
  'visitor',
  'stranger',
  'member',
  'admin',
  'owner',
  'deactivated',
  'removed',
  'other',
  'operator',
] as const
export type TeamAsker = (typeof teamAskers)[number]

/** A member of a team, signed in. */
export function joined(app: TestApp, team_id: number, membership_role: TeamRole = 'member'): Promise<TestPerson> {
  return app.person({ plan: 'enterprise', team_id, membership_role })
}

/**
 * A browser of an asker. `other` is an admin of another team; `removed` and `deactivated` were admins of this one.
 * `owner` owns the team.
 */
export async function askerOf(app: TestApp, who: TeamAsker, teamId: number, owner: TestPerson): Promise<TestClient> {
  if (who === 'visitor') return app.visitor()
  if (who === 'stranger') return app.person({ plan: 'pro' })
  if (who === 'operator') return app.person({ operator: true })
  if (who === 'owner') return owner
  if (who === 'member' || who === 'admin') return joined(app, teamId, who)
  if (who === 'other') {
    const other = await makeTeam(app.services, `other-${Math.random().toString(36).slice(2)}`)
    return joined(app, other.id, 'admin')
  }
  const former = await joined(app, teamId, 'admin')
  const path = `/api/v1/team/users/${former.user.id}`
  const answer = await (who === 'removed' ? owner.delete(path) : owner.post(`${path}/deactivate`))
  if (answer.status >= 300) throw new Error(`${who}: ${answer.status} ${answer.text}`)
  return former
}
