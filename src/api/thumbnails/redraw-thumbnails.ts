import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import { escapeText } from '../../document/html.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { Schema } from '../../server/db/schema.ts'
import type { Services } from '../../server/services.ts'

/** Most decks whose thumbnails are drawn again for one change: each takes a second. */
const mostRedrawn = 200
/** ms after which the thumbnails are drawn: several fonts are uploaded at once, and a theme is saved again and again. */
const pause = { fonts: 10_000, theme: 60_000 }

/** What has changed: a family of an owner's fonts, or a theme. */
export type Redrawn =
  | { readonly user_id: number | null; readonly team_id: number | null; readonly family: string }
  | { readonly themeId: number }

type Condition = (decks: ExpressionBuilder<Schema, 'decks'>) => ExpressionWrapper<Schema, 'decks', SqlBool>

/** Queues the job that queues the thumbnails of the decks that show what has changed. Call it in its transaction. */
export async function redrawLater(services: Services, trx: Db, changed: Redrawn): Promise<void> {
  const dedupeKey = `redraw-thumbnails:${Object.values(changed).join(':')}`
  const runAt = new Date(services.now().getTime() + ('themeId' in changed ? pause.theme : pause.fonts))
  await services.jobs.add(trx, 'redraw-thumbnails', { ...changed }, { dedupeKey, runAt })
}

/** Queues the thumbnails of decks, the last changed first. Returns their number. */
export async function queueThumbnails({ jobs }: Services, trx: Db, which: Condition): Promise<number> {
  const decks = await trx
    .selectFrom('decks')
    .select(['id', 'user_id'])
    .where(which)
    .where('trashed_at', 'is', null)
    .where('thumbnail_version', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(mostRedrawn)
    .execute()
  for (const { id, user_id } of decks)
    await jobs.add(trx, 'thumbnail', { deckId: id }, { dedupeKey: `thumbnail:${id}`, owner: `user:${user_id}` })
  return decks.length
}

/** The decks of an owner that have a family in their slides or their theme. */
function withFont({ user_id, team_id, family }: Extract<Redrawn, { family: string }>): Condition {
  const pattern = `%${escapeText(family).replace(/[\\%_]/g, '\\$&')}%`
  return (decks) =>
    decks.and([
      decks(team_id === null ? 'user_id' : 'team_id', '=', team_id ?? user_id ?? 0),
      sql<boolean>`(exists (select 1 from deck_slides where deck_slides.deck_id = decks.id and deck_slides.until is null
        and deck_slides.html like ${pattern} escape '\\') or exists (select 1 from themes where themes.id = decks.theme_id
        and (themes.heading_font like ${pattern} escape '\\' or themes.body_font like ${pattern} escape '\\'
        or themes.css like ${pattern} escape '\\')))`,
    ])
}

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Does the job of `redrawLater`. Returns the number of queued thumbnails. */
export async function redrawThumbnails(services: Services, payload: Record<string, unknown>): Promise<number> {
  const { themeId, user_id, team_id, family } = payload
  const which: Condition =
    typeof themeId === 'number'
      ? (decks) => decks('theme_id', '=', themeId)
      : withFont({ user_id: idOf(user_id), team_id: idOf(team_id), family: String(family) })
  return services.database.transaction((trx) => queueThumbnails(services, trx, which))
}
