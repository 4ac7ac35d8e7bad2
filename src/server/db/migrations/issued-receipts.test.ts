import { expect, test } from 'vitest'
import { fillTables } from '../../../testing/fill-tables.ts'
import { bareTestDatabase } from '../../../testing/test-databases.ts'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open-database.ts'

test.each(['sqlite', 'postgres'] as const)(
  'receipts issued before name the seller and customer of the upgrade, on %s',
  async (kind) => {
    const file = await bareTestDatabase(kind)
    const database = openDatabase(file.address)
    await migrate(database, '0023-sign-on-second-step')
    await fillTables(database, ['teams', 'users', 'instance_settings'])
    const { write } = database
    await write.updateTable('instance_settings').set({ name: 'name', value: 'Heron' }).execute()
    const row = (id: number, owner: object, number: string | null) => ({
      ...{ id, ...owner, number, amount: 1400, currency: 'usd' as const, status: 'paid' as const, description: 'Pro' },
      ...{ lines: '[]', change: '{}', provider: 'sandbox' as const, idempotency_key: `${id}`, created_at: new Date() },
    })
    const rows = [
      row(1, { user_id: 1 }, 'R-1'),
      row(2, { team_id: 1 }, 'R-2'),
      row(3, {}, 'R-3'),
      row(4, { user_id: 1 }, null),
    ]
    await write.insertInto('payments').values(rows).execute()
    await migrate(database)
    const seller = { name: 'Heron', url: null }
    const user = { name: 'users name', email: 'users email', address: null }
    const team = { name: 'teams name', email: null, address: 'teams billing_address' }
    const receipts = await database.read.selectFrom('payments').select('receipt').orderBy('id').execute()
    expect(receipts.map(({ receipt }) => receipt)).toEqual([
      { seller, customer: user },
      { seller, customer: team },
      null,
      null,
    ])
    await database.close()
    await file.remove()
  },
)
