import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { fillTables } from '../../../testing/fill-tables.ts'
import { bareTestDatabase } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'

test.each(['sqlite', 'postgres'] as const)(
  'founders have had their trial if their team has a subscription, and not if it was founded with billing off, on %s',
  async (kind) => {
    const { address, remove } = await bareTestDatabase(kind)
    const database = openDatabase(address)
    try {
      await migrate(database, '0021-team-decks')
      await fillTables(database, ['teams', 'users', 'coupons', 'subscriptions'])
      // biome-ignore lint/suspicious/noExplicitAny: the tables as the earlier version had them
      const write = database.write as Kysely<any>
      const [team, user] = await Promise.all(
        ['teams', 'users'].map((name) => write.selectFrom(name).selectAll().executeTakeFirstOrThrow()),
      )
      await write
        .insertInto('teams')
        .values({ ...team, id: 2, slug: 'off', scripts: '[]' })
        .execute()
      const second = { ...user, id: 2, username: 'off', email: 'off@example.org', settings: '{}', team_id: 2 }
      await write.insertInto('users').values(second).execute()
      await write.updateTable('subscriptions').set({ team_id: 1, user_id: null }).execute()
      const at = new Date('2026-11-20T10:00:00.000Z')
      const founding = (id: number) => ({
        actor_id: id,
        action: 'team.create',
        resource: `team:${id}`,
        at,
        address: '127.0.0.1',
        detail: '{}',
      })
      await write
        .insertInto('audit')
        .values([founding(1), founding(2)])
        .execute()
      await migrate(database)
      const trials = await database.read.selectFrom('users').select(['id', 'team_trial_at']).orderBy('id').execute()
      expect(trials).toEqual([
        { id: 1, team_trial_at: at },
        { id: 2, team_trial_at: null },
      ])
    } finally {
      await database.close()
      await remove()
    }
  },
)
