import { sql } from 'kysely'
import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { type ListViewer, visibleTo } from '../decks/list-queries.ts'
import type { DeckRow } from '../decks/queries.ts'

/** The decks of a team that a user may see. */
function teamDecks(db: Db, teamId: number, viewer: ListViewer) {
  return db.selectFrom('decks').where('decks.team_id', '=', teamId).where(isActiveDeck).where(visibleTo(viewer))
}

/**
 * The active members of a team with the number of their team decks that a user may see, last changed first. A member of
 * the team gets everybody, others the people with such decks.
 */
export async function peopleOfTeam(db: Db, teamId: number, viewer: ListViewer, page: Page) {
  const counts = teamDecks(db, teamId, viewer)
    .select([
      'decks.user_id',
      sql<number>`count(*)`.as('deck_count'),
      sql<Date>`max(decks.updated_at)`.as('changed_at'),
    ])
    .groupBy('decks.user_id')
    .as('counts')
  const people = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .leftJoin(counts, 'counts.user_id', 'users.id')
    .where('memberships.team_id', '=', teamId)
    .where('memberships.state', '=', 'active')
    .where('users.active', '=', true)
    .$if(viewer.teamId !== teamId, (query) => query.where('counts.deck_count', '>', 0))
  const ordered = people
    .selectAll('users')
    .select(['memberships.role', 'counts.deck_count'])
    // The databases order null differently.
    .orderBy(sql`case when counts.changed_at is null then 1 else 0 end`)
    .orderBy('counts.changed_at', 'desc')
    .orderBy('users.username')
  return readPage(people, ordered, page)
}

/** The newest team decks of some people that a user may see, at most `most` of each, last changed first. */
export async function newestDecksOf(
  db: Db,
  teamId: number,
  userIds: readonly number[],
  viewer: ListViewer,
  most: number,
): Promise<DeckRow[]> {
  if (userIds.length === 0) return []
  const ranked = teamDecks(db, teamId, viewer)
    .where('decks.user_id', 'in', userIds)
    .select([
      'decks.id',
      sql<number>`row_number() over (partition by decks.user_id order by decks.updated_at desc, decks.id desc)`.as(
        'rank',
      ),
    ])
    .as('ranked')
  return db
    .selectFrom('decks')
    .innerJoin(ranked, 'ranked.id', 'decks.id')
    .selectAll('decks')
    .where('ranked.rank', '<=', most)
    .orderBy('decks.updated_at', 'desc')
    .orderBy('decks.id', 'desc')
    .execute()
}
