import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { bareTestDatabase } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'

const [before, now] = [new Date('2026-10-01T10:00:00.000Z'), new Date('2026-11-26T10:00:00.000Z')]
const times = { created_at: before, updated_at: before }
const user = (id: number) => ({
  ...{ id, username: `person${id}`, email: `person${id}@example.org`, password_hash: 'x', settings: '{}' },
  ...{ password_changed_at: before, ...times },
})
const entry = (actor_id: number, action: string) => ({
  ...{ at: now, actor_id, address: '', action, resource: `user:${actor_id}`, detail: '{}' },
})

test.each(['sqlite', 'postgres'] as const)(
  'accounts of before are verified where a mail was answered, on %s',
  async (kind) => {
    const { address, remove } = await bareTestDatabase(kind)
    const database = openDatabase(address)
    try {
      await migrate(database, '0041-comment-mails')
      // biome-ignore lint/suspicious/noExplicitAny: the tables as the earlier version had them
      const write = database.write as Kysely<any>
      const people = [1, 2, 3, 4, 5, 6].map(user)
      await write.insertInto('users').values(people).execute()
      const actions = ['invitation.accept', 'password.reset', 'email.change', 'sign-up']
      await write
        .insertInto('audit')
        .values(actions.map((action, index) => entry(index + 1, action)))
        .execute()
      const sent = { invited_by: 1, purpose: '{}', team_id: null, expires_at: now, ...{ created_at: before } }
      await write
        .insertInto('invitations')
        .values([
          { ...sent, token_hash: 'a', email: 'person5@example.org', accepted_at: now },
          { ...sent, token_hash: 'b', email: 'person6@example.org', accepted_at: null },
        ])
        .execute()
      await migrate(database)
      const rows = await database.read.selectFrom('users').select(['id', 'email_verified_at']).orderBy('id').execute()
      expect(rows.map(({ email_verified_at: at }) => at)).toEqual([now, now, now, null, now, null])
    } finally {
      await database.close()
      await remove()
    }
  },
)
