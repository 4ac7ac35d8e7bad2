import { sql } from 'kysely'
import { demoAccount } from '../../rules/demo-account.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { HttpError } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { readId } from '../read-id.ts'

/** 30 days in ms: what counts as recent. */
const recentSpan = 30 * 24 * 60 * 60 * 1000

function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * Whether a column contains the text, in any case; the characters %, _ and \ stand for themselves. Databases lower only
 * ASCII letters, depending on their locale, so other letters are searched as they are typed, small, large, and with one
 * large letter first.
 */
function contains(column: string, search: string) {
  const text = search.trim()
  const lower = text.toLowerCase()
  const cases = [text, lower, text.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)]
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
  const plain = /^[\x00-\x7f]*$/.test(text)
  const ascii = (value: string) => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const patterns = plain ? [lower] : [...new Set(cases.map(ascii))]
  return sql<boolean>`(${sql.join(
    patterns.map((one) => sql`lower(${sql.ref(column)}) like ${patternOf(one)} escape '\\'`),
    sql` or `,
  )})`
}

/** The row of an id in a URL. Throws 404 if there is none. */
export async function adminUserById(db: Db, id: string): Promise<UserRow> {
  const number = readId(id)
  const found =
    number === null ? undefined : await db.selectFrom('users').selectAll().where('id', '=', number).executeTakeFirst()
  if (!found) throw new HttpError(404, messages.access.notFound)
  return found
}

/** A list of users with what an operator needs to know. */
export async function listUsers(
  db: Db,
  { search, show }: { search: string; show: 'all' | 'suspended' | 'operators' | 'manual' },
  page: Page,
) {
  const number = readId(search.trim())
  let all = db.selectFrom('users').leftJoin('teams', 'teams.id', 'users.team_id')
  if (search.trim() !== '') {
    all = all.where((e) =>
      e.or([
        contains('users.username', search),
        contains('users.email', search),
        contains('users.name', search),
        ...(number === null ? [] : [e('users.id', '=', number)]),
      ]),
    )
  }
  if (show === 'suspended') all = all.where('users.active', '=', false)
  if (show === 'operators') all = all.where('users.operator', '=', true)
  if (show === 'manual') all = all.where('users.manual_plan', 'is not', null)
  const listed = all
    .selectAll('users')
    .select('teams.slug as team_slug')
    .select((e) =>
      e
        .selectFrom('decks')
        .select((d) => d.fn.countAll<number>().as('n'))
        .whereRef('decks.user_id', '=', 'users.id')
        .as('decks'),
    )
    .orderBy('users.id', 'desc')
  const { rows, total } = await readPage(all, listed, page)
  const results = rows.map((row) => ({
    ...row,
    decks: Number(row.decks),
    demo: row.email === demoAccount.email,
    team: row.team_slug === null ? null : { slug: row.team_slug, role: row.membership_role },
  }))
  return { results, total }
}

/** A list of teams. */
export async function listTeams(db: Db, { search }: { search: string }, page: Page) {
  let all = db.selectFrom('teams')
  if (search.trim() !== '') {
    all = all.where((e) => e.or([contains('teams.slug', search), contains('teams.name', search)]))
  }
  const listed = all
    .selectAll('teams')
    .select((e) => [
      e
        .selectFrom('users')
        .select((u) => u.fn.countAll<number>().as('n'))
        .whereRef('users.team_id', '=', 'teams.id')
        .as('members'),
      e
        .selectFrom('decks')
        .select((d) => d.fn.countAll<number>().as('n'))
        .whereRef('decks.team_id', '=', 'teams.id')
        .as('decks'),
    ])
    .orderBy('teams.id', 'desc')
  const { rows, total } = await readPage(all, listed, page)
  return { total, results: rows.map((row) => ({ ...row, members: Number(row.members), decks: Number(row.decks) })) }
}

/** A list of decks, without their content. */
export async function listDecks(
  db: Db,
  { search, show }: { search: string; show: 'all' | 'suspended' | 'reported' },
  page: Page,
) {
  const number = readId(search.trim())
  let all = db.selectFrom('decks').innerJoin('users', 'users.id', 'decks.user_id')
  if (search.trim() !== '') {
    all = all.where((e) =>
      e.or([
        contains('decks.title', search),
        contains('users.username', search),
        ...(number === null ? [] : [e('decks.id', '=', number)]),
      ]),
    )
  }
  if (show === 'suspended') all = all.where('decks.suspended_at', 'is not', null)
  if (show === 'reported') {
    all = all.where((e) =>
      e.exists(
        e
          .selectFrom('reports')
          .select('reports.id')
          .whereRef('reports.deck_id', '=', 'decks.id')
          .where('state', '=', 'open'),
      ),
    )
  }
  const listed = all
    .select(['decks.id', 'decks.title', 'decks.slug', 'decks.visibility', 'decks.view_count', 'decks.trashed_at'])
    .select(['decks.updated_at', 'decks.suspended_at', 'decks.suspension_reason', 'users.username'])
    .select((e) =>
      e
        .selectFrom('reports')
        .select((r) => r.fn.countAll<number>().as('n'))
        .whereRef('reports.deck_id', '=', 'decks.id')
        .where('state', '=', 'open')
        .as('open_reports'),
    )
    .orderBy('decks.id', 'desc')
  const { rows, total } = await readPage(all, listed, page)
  const results = rows.map(({ view_count, trashed_at, ...row }) => ({
    ...row,
    views: view_count,
    open_reports: Number(row.open_reports),
    trashed: trashed_at !== null,
  }))
  return { results, total }
}

/** Counts rows in groups of one query: the sum of a condition for each name. */
const countIf = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number | null>`sum(case when ${condition} then 1 else 0 end)`

/** The numbers of the overview. */
export async function readOverview(db: Db, now: Date) {
  const since = new Date(now.getTime() - recentSpan)
  const users = await db
    .selectFrom('users')
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      countIf(sql`created_at > ${sql.val(since)}`).as('recent'),
      countIf(sql`not active`).as('suspended'),
      countIf(sql`operator and active`).as('operators'),
    ])
    .executeTakeFirstOrThrow()
  const teams = await db
    .selectFrom('teams')
    .where('closed_at', 'is', null)
    .select((e) => [e.fn.countAll<number>().as('total'), countIf(sql`manually_upgraded`).as('upgraded')])
    .executeTakeFirstOrThrow()
  const decks = await db
    .selectFrom('decks')
    .where('trashed_at', 'is', null)
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      countIf(sql`created_at > ${sql.val(since)}`).as('recent'),
      countIf(sql`visibility = 'all' and suspended_at is null`).as('public'),
      countIf(sql`suspended_at is not null`).as('suspended'),
    ])
    .executeTakeFirstOrThrow()
  const jobs = await db
    .selectFrom('jobs')
    .select([
      countIf(sql`state = 'waiting'`).as('waiting'),
      countIf(sql`state = 'running'`).as('running'),
      countIf(sql`state = 'dead'`).as('failed'),
    ])
    .executeTakeFirstOrThrow()
  const mails = await db
    .selectFrom('mails')
    .select([countIf(sql`state = 'waiting'`).as('waiting'), countIf(sql`state = 'failed'`).as('failed')])
    .executeTakeFirstOrThrow()
  const reports = await db
    .selectFrom('reports')
    .where('state', '=', 'open')
    .select((e) => e.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  const media = await db
    .selectFrom('media')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirstOrThrow()
  const plain = <T extends object>(row: T) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value ?? 0)])) as {
      [K in keyof T]: number
    }
  return {
    ...{ users: plain(users), teams: plain(teams), decks: plain(decks), jobs: plain(jobs), mails: plain(mails) },
    ...{ reports: plain(reports), storage: Number(media.bytes ?? 0) },
  }
}
