import type { ReportReason, ReportState } from '../../rules/reports.ts'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'

/** A new report of a deck, or of a comment below it. */
export interface NewReport {
  readonly deckId: number
  /** Default: the deck itself is reported. */
  readonly commentId?: number
  /** Null: a visitor. */
  readonly reporterId: number | null
  readonly reason: ReportReason
  readonly text: string
}

/** Stores a report. */
export async function insertReport(db: Db, report: NewReport, now: Date): Promise<void> {
  const { deckId, commentId, reporterId, reason, text } = report
  const about = { deck_id: deckId, public_comment_id: commentId ?? null }
  const row = { ...about, reporter_id: reporterId, reason, text, state: 'open' as const, created_at: now }
  await db
    .insertInto('reports')
    .values({ ...row, settled_at: null, settled_by: null })
    .execute()
}

/** The reports in a state with their decks: open ones oldest first, settled ones newest first. */
export async function listReports(db: Db, state: ReportState, page: Page) {
  const all = db
    .selectFrom('reports')
    .innerJoin('decks', 'decks.id', 'reports.deck_id')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .leftJoin('users as reporters', 'reporters.id', 'reports.reporter_id')
    .leftJoin('public_comments', 'public_comments.id', 'reports.public_comment_id')
    .leftJoin('users as authors', 'authors.id', 'public_comments.user_id')
    .where('reports.state', '=', state)
  const listed = all
    .select(['reports.id', 'reports.reason', 'reports.text', 'reports.state', 'reports.created_at', 'reports.deck_id'])
    .select(['decks.title', 'decks.slug', 'decks.suspended_at', 'users.username', 'reporters.username as reporter'])
    .select(['public_comments.id as comment_id', 'public_comments.message', 'authors.username as author'])
    .orderBy('reports.id', state === 'open' ? 'asc' : 'desc')
  const { rows, total } = await readPage(all, listed, page)
  const results = rows.map(
    ({ deck_id, title, slug, suspended_at, username, comment_id, message, author, ...report }) => ({
      ...report,
      comment: comment_id === null ? null : { id: comment_id, message: message ?? '', username: author ?? '' },
      deck: { id: deck_id, title, slug, username, suspended: suspended_at !== null },
    }),
  )
  return { results, total }
}
