import type { Db } from '../../server/db/open-database.ts'
import { type Page, readPage } from '../../server/db/read-page.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { type DeckPage, type ListViewer, visibleTo } from '../decks/list-queries.ts'

/** A team's decks that a user may see, last changed first. `username`: only decks of this user, in lower case. */
export async function decksOfTeam(
  db: Db,
  teamId: number,
  viewer: ListViewer,
  username: string | undefined,
  page: Page,
): Promise<DeckPage> {
  const query = db
    .selectFrom('decks')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .where('decks.team_id', '=', teamId)
    .where('users.active', '=', true)
    .where(isActiveDeck)
    .where(visibleTo(viewer))
    .$if(username !== undefined, (ofUser) => ofUser.where('users.username', '=', username ?? ''))
  const ordered = query.selectAll('decks').orderBy('decks.updated_at', 'desc').orderBy('decks.id', 'desc')
  return readPage(query, ordered, page)
}
