import { themeFieldNames } from '../../rules/theme-settings.ts'
import type { Db } from '../../server/db/open-database.ts'
import type { UserRow } from '../../server/http/session.ts'
import { isActiveDeck } from '../decks/deck-state.ts'
import { readableBy } from '../subscriptions/queries.ts'

/** The files that a user uploaded. */
export async function mediaOf(db: Db, userId: number) {
  return db
    .selectFrom('media')
    .select([
      'key',
      'label',
      'alt',
      'content_type',
      'size',
      'width',
      'height',
      'duration',
      'inline',
      'hidden',
      'refusal',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The user's media tags, each with the keys of its files. */
export async function tagsOf(db: Db, userId: number) {
  const tags = await db
    .selectFrom('media_tags')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const items = await db
    .selectFrom('media_tag_items')
    .innerJoin('media', 'media.id', 'media_tag_items.media_id')
    .innerJoin('media_tags', 'media_tags.id', 'media_tag_items.tag_id')
    .select(['media_tag_items.tag_id', 'media.key'])
    .where('media_tags.user_id', '=', userId)
    .orderBy('media.id')
    .execute()
  const keys = Map.groupBy(items, ({ tag_id }) => tag_id)
  return tags.map(({ id, ...tag }) => ({ ...tag, media: (keys.get(id) ?? []).map(({ key }) => key) }))
}

/** The fonts that a user uploaded. */
export async function fontsOf(db: Db, userId: number) {
  return db
    .selectFrom('fonts')
    .select(['key', 'family', 'weight_min', 'weight_max', 'style', 'license_bits', 'size', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The files that the user imported, as long as they are remembered. */
export async function importsOf(db: Db, userId: number) {
  return db
    .selectFrom('imports')
    .select(['file_name', 'format', 'mode', 'deck_id', 'status', 'slide_count', 'error', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The user's own slide templates. */
export async function templatesOf(db: Db, userId: number) {
  return db
    .selectFrom('slide_templates')
    .select(['label', 'html', 'sanitizer_version', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The user's own themes. */
export async function themesOf(db: Db, userId: number) {
  return db
    .selectFrom('themes')
    .select([...themeFieldNames, 'sanitizer_version', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The reports of decks that the user sent, as long as they are kept. */
export async function reportsOf(db: Db, userId: number) {
  return db
    .selectFrom('reports')
    .select(['deck_id', 'reason', 'text', 'state', 'created_at'])
    .where('reporter_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The liked decks that the user may still see. Decks that have become private are left out. */
export async function likedDecks(db: Db, userId: number) {
  return db
    .selectFrom('kudos')
    .innerJoin('decks', 'decks.id', 'kudos.deck_id')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select(['decks.id', 'decks.slug', 'users.username', 'kudos.created_at'])
    .where('kudos.user_id', '=', userId)
    .where('decks.visibility', '=', 'all')
    .where(isActiveDeck)
    .orderBy('kudos.created_at')
    .execute()
}

/** The decks of others on which the user collaborates, or to which the user's address is invited, if it is verified. */
export async function collaborationsOf(db: Db, user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>) {
  const { id, email, email_verified_at: verified } = user
  return db
    .selectFrom('deck_users')
    .innerJoin('decks', 'decks.id', 'deck_users.deck_id')
    .innerJoin('users', 'users.id', 'decks.user_id')
    .select(['decks.id', 'decks.slug', 'decks.title', 'users.username'])
    .select(['deck_users.role', 'deck_users.active', 'deck_users.last_seen_at', 'deck_users.created_at'])
    .where((where) =>
      where.or([
        where('deck_users.user_id', '=', id),
        ...(verified
          ? [where.and([where('deck_users.user_id', 'is', null), where('deck_users.email', '=', email)])]
          : []),
      ]),
    )
    .orderBy('deck_users.id')
    .execute()
}

/** The comments that the user wrote on decks. */
export async function commentsOf(db: Db, userId: number) {
  return db
    .selectFrom('comments')
    .select(['id', 'deck_id', 'slide_hash', 'message', 'created_at', 'updated_at'])
    .select(['parent_id', 'resolved_at', 'pin_block', 'pin_quote', 'pin_offset'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The comments that the user wrote below public decks. */
export async function publicCommentsOf(db: Db, userId: number) {
  return db
    .selectFrom('public_comments')
    .select(['deck_id', 'message', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The user's exports of decks from the last day; their files are copies of decks. */
export async function exportsOf(db: Db, userId: number) {
  return db
    .selectFrom('deck_exports')
    .select(['deck_id', 'type', 'options', 'version', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Up to which comments the user has read the slides of decks. */
export async function commentReadsOf(db: Db, userId: number) {
  return db
    .selectFrom('comment_reads')
    .select(['deck_id', 'slide_hash', 'comment_id', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('deck_id')
    .orderBy('slide_hash')
    .execute()
}

/** The mails about missed comments: of which decks the user got them when, and which the user ended. */
export async function commentMailsOf(db: Db, userId: number) {
  return db
    .selectFrom('comment_mails')
    .select(['deck_id', 'mailed_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('deck_id')
    .execute()
}

/** The people whom the user has invited to decks: the username, or the address of those who have not accepted. */
export async function invitedBy(db: Db, userId: number) {
  return db
    .selectFrom('deck_users')
    .leftJoin('users', 'users.id', 'deck_users.user_id')
    .select(['deck_users.deck_id', 'users.username', 'deck_users.email', 'deck_users.role', 'deck_users.created_at'])
    .where('deck_users.invited_by', '=', userId)
    .orderBy('deck_users.id')
    .execute()
}

/** The current slides as stored, oldest first: for a deck whose content cannot be assembled. */
export async function rawSlides(db: Db, deckId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deck_slides')
    .select('html')
    .where('deck_id', '=', deckId)
    .where('until', 'is', null)
    .orderBy('since')
    .orderBy('slide_id')
    .execute()
  return rows.map((row) => row.html)
}

/** The user's membership and its team; null without one. */
export async function membershipAndTeam(db: Db, userId: number) {
  const row = await db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .select(['teams.name', 'teams.slug', 'memberships.role', 'memberships.state'])
    .select(['memberships.created_at', 'memberships.deactivated_at'])
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** How the user signs in, and which programs act as the user: without hashes, keys and secrets. */
export async function securityOf(db: Db, userId: number) {
  const [tokens, passkeys, app, codes, change] = await Promise.all([
    db
      .selectFrom('api_tokens')
      .select(['name', 'scope', 'created_at', 'expires_at', 'last_used_at', 'last_used_address'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('passkeys')
      .select(['name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db.selectFrom('authenticators').select('confirmed_at').where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('recovery_codes').select('created_at').where('user_id', '=', userId).execute(),
    db
      .selectFrom('email_changes')
      .select(['email', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return {
    ...{ api_tokens: tokens, passkeys, email_change: change ?? null },
    two_step: { enabled_at: app?.confirmed_at ?? null, recovery_codes_left: codes.length },
  }
}

/** The user's subscription and payments, as the billing page shows them. */
export async function billingOf(db: Db, userId: number) {
  const subscription = await db
    .selectFrom('subscriptions')
    .select(['plan', 'billing_period', 'status', 'period_start', 'period_end', 'cancel_at_period_end', 'created_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const payments = await db
    .selectFrom('payments')
    .select([
      'number',
      'amount',
      'refunded',
      'currency',
      'status',
      'description',
      'lines',
      'card',
      'created_at',
      'receipt',
    ])
    .where(readableBy({ user: userId }))
    .orderBy('id')
    .execute()
  const card = await db
    .selectFrom('customers')
    .select(['card_brand', 'card_last4', 'card_exp_month', 'card_exp_year'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { subscription: subscription ?? null, card: card ?? null, payments }
}
