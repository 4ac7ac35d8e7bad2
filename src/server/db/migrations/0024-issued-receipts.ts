import { type Kysely, sql } from 'kysely'

interface Paid {
  readonly id: number
  readonly team_name: string | null
  readonly billing_address: string | null
  readonly name: string | null
  readonly username: string | null
  readonly email: string | null
}

/** Receipts issued before get the names and addresses of now: those of then are not known. */
async function fillIssued(db: Kysely<unknown>): Promise<void> {
  const { rows: names } = await sql<{ value: string }>`select value from instance_settings where name = 'name'`.execute(
    db,
  )
  const seller = { name: names[0]?.value ?? 'Lectern', url: null }
  const { rows } = await sql<Paid>`select payments.id, teams.name as team_name, teams.billing_address, users.name,
      users.username, users.email
    from payments left join teams on teams.id = payments.team_id left join users on users.id = payments.user_id
    where payments.number is not null and (teams.id is not null or users.id is not null)`.execute(db)
  for (const row of rows) {
    const customer =
      row.team_name === null
        ? { name: row.name ?? row.username, email: row.email, address: null }
        : { name: row.team_name, email: null, address: row.billing_address }
    await sql`update payments set receipt = ${JSON.stringify({ seller, customer })} where id = ${row.id}`.execute(db)
  }
}

/** The seller and the customer as a receipt names them are stored when it is issued, so that it never changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('receipt', 'jsonb').execute()
  await fillIssued(db)
}
