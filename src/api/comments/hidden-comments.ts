import { decideDeck } from '../../rules/permissions.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { hiddenSlides } from '../batches/queries.ts'
import { type Announcing, announce } from '../deck-users/announce.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import type { CommentAnswer } from './contract.ts'
import { deletedWhileHidden } from './deleted-slides.ts'

/** The part of a comment that decides who may read it. */
type OnSlide = { readonly slide_hash: string | null }

/** Hidden slides, and slides that were hidden when they were deleted and still have comments. */
async function privateSlides(db: Db, { deck }: LoadedDeck): Promise<ReadonlySet<string>> {
  const hidden = await hiddenSlides(db, deck.id, deck.version, deck.version)
  return new Set([...hidden, ...(await deletedWhileHidden(db, deck.id))])
}

/**
 * Slides whose comments a user may not read. Comments would disclose hidden slides to viewers, for instance by the text
 * that they are pinned to.
 */
export async function slidesHiddenFrom(db: Db, loaded: LoadedDeck, user: UserRow | null): Promise<ReadonlySet<string>> {
  const mayRead = decideDeck('read-notes', actorOf(user), deckFacts(loaded, user?.id ?? null)) === 'allow'
  return mayRead ? new Set() : privateSlides(db, loaded)
}

/** Whether a comment is on a slide that viewers do not see. */
export async function isHidden(db: Db, loaded: LoadedDeck, { slide_hash }: OnSlide): Promise<boolean> {
  return slide_hash !== null && (await privateSlides(db, loaded)).has(slide_hash)
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
