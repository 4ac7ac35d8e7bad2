import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bareTestDatabase } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'

const now = new Date('2026-11-22T10:00:00.000Z')
const times = { created_at: now, updated_at: now }
const user = (id: number, team_id: number | null, membership_role: string | null) => ({
  ...{ id, username: `person${id}`, email: `person${id}@example.org`, password_hash: 'x', settings: '{}' },
  ...{ password_changed_at: now, ...times, team_id, membership_role },
})

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('members of the release before have a membership, and teams have their settings', async () => {
    const { address, remove } = await bareTestDatabase(kind)
    const database = openDatabase(address)
    try {
      await migrate(database, '0015-suspended-decks')
      // biome-ignore lint/suspicious/noExplicitAny: the tables as the earlier version had them
      const write = database.write as Kysely<any>
      await write
        .insertInto('teams')
        .values({ id: 1, slug: 'acme', name: 'Acme', ...times })
        .execute()
      const users = [
        user(1, 1, 'owner'),
        user(2, 1, null),
        user(3, null, null),
        user(4, 77, 'admin'),
        user(5, null, 'admin'),
      ]
      await write.insertInto('users').values(users).execute()
      await migrate(database)
      const rows = await database.read.selectFrom('memberships').selectAll().orderBy('user_id').execute()
      expect(rows.map(({ id: _, ...row }) => row)).toEqual([
        { team_id: 1, user_id: 1, role: 'owner', state: 'active', created_at: now, deactivated_at: null },
        { team_id: 1, user_id: 2, role: 'member', state: 'active', created_at: now, deactivated_at: null },
      ])
      const after = await database.read
        .selectFrom('users')
        .select(['team_id', 'membership_role'])
        .orderBy('id')
        .execute()
      const none = { team_id: null, membership_role: null }
      const member = { team_id: 1, membership_role: 'member' }
      expect(after).toEqual([{ team_id: 1, membership_role: 'owner' }, member, none, none, none])
      const team = await database.read.selectFrom('teams').selectAll().executeTakeFirstOrThrow()
      expect(team).toMatchObject({ account_billing_period: 'yearly', scripts: [], require_sso: false, logo_key: null })
      // The next membership gets a new id on both databases.
      const next = { team_id: 1, user_id: 3, role: 'member', state: 'active', created_at: now } as const
      await database.write.insertInto('memberships').values(next).execute()
      await expect(database.write.insertInto('memberships').values(next).execute()).rejects.toThrow()
    } finally {
      await database.close()
      await remove()
    }
  })
})
