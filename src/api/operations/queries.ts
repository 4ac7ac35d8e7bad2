import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

/** Number of largest owners listed. */
const largestShown = 20

/** What uploads and slides occupy, in bytes, and the owners of the most uploads. */
export async function readStorage(db: Db) {
  const media = await db
    .selectFrom('media')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirst()
  const decks = await db
    .selectFrom('decks')
    .select((e) => e.fn.sum<number | null>('content_bytes').as('bytes'))
    .executeTakeFirst()
  const ofUsers = await db
    .selectFrom('media')
    .innerJoin('users', 'users.id', 'media.user_id')
    .select(['users.id', 'users.username as name'])
    .select((e) => [e.fn.sum<number>('media.size').as('files'), e.fn.countAll<number>().as('count')])
    .groupBy(['users.id', 'users.username'])
    .orderBy(sql`sum(media.size)`, 'desc')
    .limit(largestShown)
    .execute()
  const ofTeams = await db
    .selectFrom('media')
    .innerJoin('teams', 'teams.id', 'media.team_id')
    .select(['teams.id', 'teams.slug as name'])
    .select((e) => [e.fn.sum<number>('media.size').as('files'), e.fn.countAll<number>().as('count')])
    .groupBy(['teams.id', 'teams.slug'])
    .orderBy(sql`sum(media.size)`, 'desc')
    .limit(largestShown)
    .execute()
  const plain = (kind: 'user' | 'team') => (row: { id: number; name: string; files: number; count: number }) => ({
    ...{ kind, id: row.id, name: row.name, files: Number(row.files), count: Number(row.count) },
  })
  const largest = [...ofUsers.map(plain('user')), ...ofTeams.map(plain('team'))]
    .sort((a, b) => b.files - a.files)
    .slice(0, largestShown)
  return { files: Number(media?.bytes ?? 0), slides: Number(decks?.bytes ?? 0), largest }
}

/** The jobs in a state: waiting ones by their turn, others newest first. Their payloads stay on the server. */
export async function listJobs(db: Db, state: 'waiting' | 'running' | 'done' | 'dead', page: Page) {
  const all = db.selectFrom('jobs').where('state', '=', state)
  const listed = all
    .select(['id', 'kind', 'state', 'attempts', 'error', 'run_at', 'updated_at'])
    .orderBy(state === 'waiting' ? 'run_at' : 'updated_at', state === 'waiting' ? 'asc' : 'desc')
    .orderBy('id')
  return readPage(all, listed, page)
}

/** Makes a failed job wait again. 'missing': no such failed job. 'waits': the same work waits already. */
export async function retryJob(db: Db, id: number, now: Date): Promise<'retried' | 'missing' | 'waits'> {
  const job = await db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  if (!job) return 'missing'
  const twin =
    job.dedupe_key !== null &&
    (await db
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', job.dedupe_key)
      .where('state', '=', 'waiting')
      .executeTakeFirst())
  if (twin) return 'waits'
  const fresh = { state: 'waiting' as const, attempts: 0, crashes: 0, run_at: now, updated_at: now, progress: 0 }
  await db.updateTable('jobs').set(fresh).where('id', '=', id).where('state', '=', 'dead').execute()
  return 'retried'
}

/** The mails in a state, newest first. Their texts stay on the server. */
export async function listMails(db: Db, state: 'waiting' | 'sent' | 'failed', page: Page) {
  const all = db.selectFrom('mails').where('state', '=', state)
  const listed = all
    .select(['id', 'recipient', 'subject', 'state', 'error', 'created_at'])
    .select(sql<boolean | number>`text <> ''`.as('kept'))
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(all, listed, page)
  return { total, results: rows.map((row) => ({ ...row, kept: Boolean(row.kept) })) }
}

/** Filters of the audit log; '' for none. Days as 2026-11-22 in UTC. */
export interface AuditFilter {
  /** The beginning of the action: `admin` finds `admin.user.suspend`. */
  readonly action: string
  /** A username. */
  readonly user: string
  readonly resource: string
  readonly from: string
  readonly to: string
}

const day = 24 * 60 * 60 * 1000

/** The entries of the audit log, newest first. */
export async function listAudit(db: Db, { action, user, resource, from, to }: AuditFilter, page: Page) {
  let all = db.selectFrom('audit').leftJoin('users', 'users.id', 'audit.actor_id')
  if (action.trim() !== '') {
    const pattern = `${action.trim().replace(/[\\%_]/g, '\\$&')}%`
    all = all.where(sql<boolean>`${sql.ref('audit.action')} like ${pattern} escape '\\'`)
  }
  if (user.trim() !== '') all = all.where('users.username', '=', user.trim().toLowerCase())
  if (resource.trim() !== '') all = all.where('audit.resource', '=', resource.trim())
  if (from !== '') all = all.where('audit.at', '>=', new Date(`${from}T00:00:00Z`))
  if (to !== '') all = all.where('audit.at', '<', new Date(Date.parse(`${to}T00:00:00Z`) + day))
  const listed = all
    .select(['audit.id', 'audit.at', 'audit.address', 'audit.action', 'audit.resource', 'audit.detail'])
    .select('users.username as actor')
    .orderBy('audit.id', 'desc')
  return readPage(all, listed, page)
}
