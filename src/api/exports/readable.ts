import type { z } from 'zod'
import { exportTypes } from '../../rules/export-formats/index.ts'
import { decideDeck } from '../../rules/permissions.ts'
import type { Settings } from '../../server/env.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { mayReadNotes } from '../decks/may-read-notes.ts'
import type { exportOffer } from './contract.ts'

/** What a user may read of a deck besides its shown slides. Hidden slides are for those who may edit it. */
export function readableOf(loaded: LoadedDeck, user: UserRow): { readonly notes: boolean; readonly hidden: boolean } {
  const facts = deckFacts(loaded, user.id)
  return { notes: mayReadNotes(loaded, user), hidden: decideDeck('read-notes', actorOf(user), facts) === 'allow' }
}

/** What a user may export of a deck. */
export function offerOf(
  loaded: LoadedDeck,
  user: UserRow,
  { publicPdf, dropbox }: Pick<Settings, 'publicPdf' | 'dropbox'>,
): z.input<typeof exportOffer> {
  const [actor, facts] = [actorOf(user), deckFacts(loaded, user.id)]
  const types = exportTypes.filter((format) => decideDeck('export', actor, facts, { format, publicPdf }) === 'allow')
  const file_storage = dropbox !== null && decideDeck('sync', actor, facts) === 'allow'
  return { types, ...readableOf(loaded, user), file_storage }
}
