import { beforeAll, describe, expect, test } from 'vitest'
import type { UserRow } from '../../server/http/session.ts'
import { makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import { billingNotice } from './billing-notice.ts'
import { viewerTeam } from './viewer-team.ts'

eachDatabase((makeApp) => {
  describe('the message about a payment', () => {
    let app: TestApp
    let team: number
    const users: Record<string, UserRow> = {}
    const noticeOf = async (user: UserRow, off = false) => {
      const { settings } = app.services
      const services = { ...app.services, settings: off ? { ...settings, billing: 'off' as const } : settings }
      return billingNotice(services, user, await viewerTeam(services, user))
    }
    const change = (owner: { user_id: number } | { team_id: number }, fields: Record<string, unknown>) => {
      const [[column, id]] = Object.entries(owner) as [['user_id' | 'team_id', number]]
      return app.services.database.write.updateTable('subscriptions').set(fields).where(column, '=', id).execute()
    }

    beforeAll(async () => {
      app = await makeApp()
      team = (await makeTeam(app.services, 'acme')).id
      const member = { plan: 'enterprise', team_id: team } as const
      for (const role of ['owner', 'admin', 'member'] as const)
        users[role] = (await app.person({ ...member, membership_role: role })).user
      users.payer = (await app.person({ plan: 'pro' })).user
      users.other = (await app.person({ plan: 'lite' })).user
    })

    test('is not there while all is paid', async () => {
      for (const user of Object.values(users)) expect(await noticeOf(user)).toBeNull()
    })

    test('of a trial is for the managers of the team alone', async () => {
      const endsAt = new Date('2030-01-15T10:00:00.000Z')
      await change({ team_id: team }, { status: 'trialing', trial_ends_at: endsAt, period_end: endsAt })
      for (const role of ['owner', 'admin']) {
        expect(await noticeOf(users[role] as UserRow)).toEqual({
          ...{ kind: 'trial', ofTeam: true, endsAt: endsAt.toISOString(), hasCard: false, isCanceled: false },
          billingUrl: 'http://acme.localhost:3000/account/billing',
          cardUrl: 'http://acme.localhost:3000/account/update_billing',
          confirmUrl: 'http://acme.localhost:3000/account/confirm_payment',
        })
      }
      for (const role of ['member', 'payer', 'other']) expect(await noticeOf(users[role] as UserRow)).toBeNull()
      await app.services.database.write.updateTable('teams').set({ manually_upgraded: true }).execute()
      expect(await noticeOf(users.owner as UserRow)).toBeNull()
      await app.services.database.write.updateTable('teams').set({ manually_upgraded: false }).execute()
    })

    test('of a failed payment is for the user who pays, and says until when the plan stays', async () => {
      const payer = users.payer as UserRow
      const endsAt = new Date('2030-02-01T10:00:00.000Z')
      await change({ user_id: payer.id }, { status: 'past_due', grace_ends_at: endsAt })
      expect(await noticeOf(payer)).toMatchObject({
        ...{ kind: 'past-due', ofTeam: false, endsAt: endsAt.toISOString() },
        cardUrl: 'http://localhost:3000/account/update_billing',
      })
      expect(await noticeOf(users.other as UserRow)).toBeNull()
      expect(await noticeOf({ ...payer, manually_upgraded: true })).toBeNull()
    })

    test('is never there on an instance without billing', async () => {
      for (const user of Object.values(users)) expect(await noticeOf(user, true)).toBeNull()
    })
  })
})
