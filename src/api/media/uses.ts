import { sql } from 'kysely'
import { shownTitle } from '../../rules/deck-url.ts'
import { type DeckAction, decideDeck } from '../../rules/permissions.ts'
import { footerPartsOf } from '../../rules/slide-footer.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { currentMedia, mediaKeysIn } from '../decks/deck-media.ts'
import { loadDecksFor, type PermittedDeck } from '../decks/load-deck.ts'
import { themeSources } from '../orphaned-files/queries.ts'
import { type Owner, ownedBy } from '../owner.ts'
import { mediaUrl } from './media-keys.ts'

/** The decks with a file in their current slides or footer. Decks that the user may not see are only counted. */
export interface MediaUses {
  /** Decks that the user may see, the newest first. */
  readonly visible: readonly PermittedDeck[]
  /** The number of the other decks. */
  readonly others: number
}

/** The ids of the decks in whose current slides a file is, without trashed decks. */
async function decksWithSlides(db: Db, key: string): Promise<number[]> {
  const rows = await currentMedia(db)
    .innerJoin('decks', 'decks.id', 'deck_media.deck_id')
    .select('decks.id')
    .distinct()
    .where('deck_media.key', '=', key)
    .where('decks.trashed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** The ids of the decks that have a file as the logo of their footer, without trashed decks. */
async function decksWithLogo(db: Db, key: string): Promise<number[]> {
  const url = mediaUrl(key)
  const pattern = `%${url.replaceAll('_', '\\_')}%`
  const rows = await db
    .selectFrom('decks')
    .select(['id', 'footer'])
    .where('footer', '<>', '')
    .where(sql<boolean>`footer like ${pattern} escape '\\'`)
    .where('trashed_at', 'is', null)
    .execute()
  return rows.filter(({ footer }) => footerPartsOf(footer).logo?.src === url).map(({ id }) => id)
}

/** The ids of the decks with a file, the newest first. */
async function decksWith(db: Db, key: string): Promise<number[]> {
  const ids = new Set([...(await decksWithSlides(db, key)), ...(await decksWithLogo(db, key))])
  return [...ids].sort((a, b) => b - a)
}

/** The numbers of an owner's themes and slide templates with a file. */
export interface KeptUses {
  readonly themes: number
  readonly templates: number
}

/** Counts the owner's themes and slide templates with a file: a replacement leaves them unchanged. */
export async function keptUses(db: Db, owner: Owner, key: string): Promise<KeptUses> {
  const themes = await db
    .selectFrom('themes')
    .select(themeSources)
    .where(...ownedBy(owner))
    .where((e) => e.or(themeSources.map((source) => e(source, 'like', '%/m/%'))))
    .execute()
  const templates = await db
    .selectFrom('slide_templates')
    .select('html')
    .where(...ownedBy(owner))
    .where('html', 'like', '%/m/%')
    .execute()
  const has = (text: string) => mediaKeysIn(text).includes(key)
  return {
    themes: themes.filter((theme) => themeSources.some((source) => has(theme[source]))).length,
    templates: templates.filter(({ html }) => has(html)).length,
  }
}

/** Whether the matrix allows a user an action on a deck. */
export function mayOnDeck(action: DeckAction, loaded: PermittedDeck, user: UserRow): boolean {
  return decideDeck(action, actorOf(user), deckFacts(loaded, user.id)) === 'allow'
}

/** Finds the uses of a file. */
export async function mediaUses(db: Db, key: string, user: UserRow): Promise<MediaUses> {
  const ids = await decksWith(db, key)
  const visible = (await loadDecksFor(db, ids, user.id)).filter((loaded) => mayOnDeck('see', loaded, user))
  return { visible, others: ids.length - visible.length }
}

/** A deck in the list of uses, as JSON. */
export function useJson(loaded: PermittedDeck, user: UserRow) {
  const { deck, owner } = loaded
  return {
    id: deck.id,
    title: shownTitle(deck.title),
    slug: deck.slug,
    user: { username: owner.username, team_slug: owner.team_slug },
    editable: mayOnDeck('save', loaded, user),
  }
}
