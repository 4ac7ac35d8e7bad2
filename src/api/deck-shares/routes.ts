import { absoluteDeckUrl, shownTitle } from '../../rules/deck-url.ts'
import { messages } from '../../rules/messages.ts'
import { decideDeck } from '../../rules/permissions.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { AccessTokenRow } from '../access-tokens/link-queries.ts'
import { findToken, secretsOf } from '../access-tokens/queries.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { deckThumbnailUrl } from '../decks/deck-json.ts'
import type { LoadedDeck } from '../decks/load-deck.ts'
import { findSave, lockDeck, storeSave } from '../decks/queries.ts'
import { enforce } from '../permission.ts'
import { type Context, type Route, route } from '../route.ts'
import { deckSharesContracts as contracts } from './contract.ts'
import { type ShareMail, shareMail } from './emails.ts'

type Create = Context<typeof contracts.create>

/** The access link to mail. Throws 403 for users who may not share links, 422 for a link of another deck. */
async function linkOf({ db, loaded, user, body }: Create): Promise<AccessTokenRow | null> {
  const id = body.deck_share.access_token_id
  if (id === undefined || id === null) return null
  const facts = deckFacts(loaded, user?.id ?? null)
  enforce(decideDeck('share-by-email', actorOf(user), facts, { withToken: true }))
  const link = await findToken(db, loaded.deck.id, id)
  if (!link) throw invalid('access_token_id', messages.sharing.linkGone)
  return link
}

/** Checks all per-address limits before consuming any: all or nothing. */
async function count({ limits }: Services, userId: number, addresses: readonly string[]): Promise<void> {
  const refuse = ({ allowed, retryAfter }: { allowed: boolean; retryAfter: number }): void => {
    if (!allowed) throw new HttpError(429, messages.sharing.tooManyMails, { retryAfter })
  }
  for (const address of addresses) refuse(await limits.check('share-to-address', address))
  for (const _ of addresses) refuse(await limits.take('share-email', `user:${userId}`))
  for (const address of addresses) refuse(await limits.take('share-to-address', address))
}

type SharedView = Create['body']['deck_share']['view']

/** The content common to all mails of a call. */
function mailOf(services: Services, loaded: LoadedDeck, user: UserRow, link: AccessTokenRow | null, view: SharedView) {
  const { baseUrl } = services.settings
  const { deck, owner } = loaded
  const address = { username: owner.username, teamSlug: owner.team_slug, slug: deck.slug, id: deck.id }
  const token = link ? secretsOf(services.keys, link).token : null
  const hasPassword = link?.password_hash != null
  // Mail clients load images without a session.
  const isVisibleToVisitors = deck.visibility === 'all' || (link !== null && !hasPassword)
  const picture = token !== null && deck.visibility !== 'all' ? deckThumbnailUrl(deck, token) : deckThumbnailUrl(deck)
  return {
    username: user.username,
    title: shownTitle(deck.title),
    url: absoluteDeckUrl(baseUrl, address, { ...(view === 'live' ? { view } : {}), token }),
    pictureUrl: isVisibleToVisitors ? baseUrl + picture : null,
    hasPassword,
  }
}

async function create(context: Create) {
  const { body, loaded, services, user, transaction } = context
  if (!user) throw new HttpError(401, messages.session.needed)
  const { emails, from, body: text, access_token_id, view, save_id } = body.deck_share
  const answer = { deck_id: loaded.deck.id, emails: emails.join(','), from, body: text }
  const link = await linkOf(context)
  const done = { ...answer, access_token_id: access_token_id ?? null }
  const share = save_id === undefined ? null : `share-${user.id}-${save_id}`
  if (share !== null && (await findSave(services.database.read, loaded.deck.id, share))) return done
  await count(services, user.id, emails)
  const shared = mailOf(services, loaded, user, link, view)
  await transaction(async (trx) => {
    if (share !== null) {
      // A concurrent repetition waits for the lock and then finds the first call.
      await lockDeck(trx, services.database.kind, loaded.deck.id)
      if (await findSave(trx, loaded.deck.id, share)) return
      // Version 1 is reserved for the row of the deck's creation, which is never deleted.
      const version = Math.max(2, loaded.deck.version)
      const save = { deckId: loaded.deck.id, saveId: share, version, now: services.now() }
      await storeSave(trx, { ...save, result: { mails: emails.length } })
    }
    for (const to of emails) {
      const mail: ShareMail = { ...shared, to, from, body: text }
      await services.mail.send(trx, shareMail(mail))
    }
  })
  return done
}

/** Handler of the route that mails a deck's link. */
export const deckSharesRoutes: readonly Route[] = [route(contracts.create, create)]
