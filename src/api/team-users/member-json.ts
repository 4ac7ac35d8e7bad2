import type { z } from 'zod'
import { userThumbnailUrl } from '../decks/deck-json.ts'
import type { teamMember } from './contract.ts'
import type { MemberRow } from './queries.ts'

/** A member as JSON. `deckCount`: the member's decks of the team. */
export function memberJson(row: MemberRow, deckCount: number): z.input<typeof teamMember> {
  return {
    ...foundMemberJson(row),
    ...{ role: row.role, state: row.state },
    ...{ created_at: row.created_at, deactivated_at: row.deactivated_at, deck_count: deckCount },
  }
}

/** A member as the search finds them. */
export function foundMemberJson(row: MemberRow) {
  const { id, username, name, email } = row
  return { id, username, name, email, thumbnail_url: userThumbnailUrl(row) }
}
