import { decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { hiddenSlides } from '../batches/queries.ts'
import { type Announcing, announce } from '../deck-users/announce.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { CommentAnswer } from './contract.ts'

/** A comment as far as it matters who may read it. */
type OnSlide = { readonly slide_hash: string | null }

/**
 * The slides whose comments a user may not read: viewers see no hidden slides, and comments tell of them, as by the words
 * that they are pinned to.
 */
export async function slidesHiddenFrom(db: Db, loaded: LoadedDeck, user: UserRow | null): Promise<ReadonlySet<string>> {
  const { id, version } = loaded.deck
  const mayRead = decideDeck('read-notes', actorOf(user), deckFacts(loaded, user?.id ?? null)) === 'allow'
  return mayRead ? new Set() : hiddenSlides(db, id, version, version)
}

/** Whether a comment is on a slide that viewers do not see. */
export async function isHidden(db: Db, { deck }: LoadedDeck, { slide_hash }: OnSlide): Promise<boolean> {
  return slide_hash !== null && (await hiddenSlides(db, deck.id, deck.version, deck.version)).has(slide_hash)
}

/** Announces a comment after the commit, to those who may read it. */
export async function announceComment(
  context: Announcing & { readonly db: Db },
  loaded: LoadedDeck,
  kind: 'added' | 'updated',
  comment: CommentAnswer,
): Promise<void> {
  const onlyEditors = await isHidden(context.db, loaded, comment)
  announce(context, loaded.deck.id, {
    type: `collaboration:comment-${kind}`,
    comment,
    ...(onlyEditors ? { only_editors: true } : {}),
  })
}
