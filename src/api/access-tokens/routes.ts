import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { nextLinkName } from '../../rules/share-links.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import type { Keys } from '../../server/services.ts'
import { lockDeck } from '../decks/queries.ts'
import { type Context, type Route, route } from '../route.ts'
import { accessTokensContracts as contracts } from './contract.ts'
import type { AccessTokenRow } from './link-queries.ts'
import {
  deleteToken,
  findToken,
  insertToken,
  type KeptPassword,
  listTokens,
  namesOfTokens,
  secretsOf,
  updateToken,
} from './queries.ts'
import { unlock } from './unlock.ts'

const missing = () => new HttpError(404, messages.sharing.linkGone)

function tokenJson(keys: Keys, row: AccessTokenRow) {
  const { id, deck_id, name, deck_view_count, created_at } = row
  return { id, deck_id, name, deck_view_count, created_at, ...secretsOf(keys, row) }
}

/** A password as it will be kept; null for none. */
async function keep(keys: Keys, password: string | null): Promise<KeptPassword | null> {
  if (password === null || password === '') return null
  return { hash: await hashPassword(password), sealed: keys.encrypt('access-token-password', password) }
}

async function create({ body, loaded, services, transaction, request, user }: Context<typeof contracts.create>) {
  const { database, keys } = services
  const { name, password } = body.access_token
  const deckId = loaded.deck.id
  const kept = await keep(keys, password ?? null)
  const row = await transaction(async (trx) => {
    // Two links that are made at the same moment are not called the same.
    await lockDeck(trx, database.kind, deckId)
    const names = await namesOfTokens(trx, deckId)
    if (names.length >= limits.token.count) throw invalid('name', messages.sharing.linksFull)
    const link = { deckId, name: name ?? nextLinkName(names), password: kept, now: services.now() }
    const made = await insertToken(trx, keys, link)
    const entry = { actorId: user?.id ?? null, action: 'access-token.create', resource: `access-token:${made.id}` }
    await audit(trx, services, request, { ...entry, detail: { deck: deckId, password: kept !== null } })
    return made
  })
  return tokenJson(keys, row)
}

async function change(context: Context<typeof contracts.change>) {
  const { body, loaded, params, services, transaction, request, user, afterCommit } = context
  const { database, keys, accessChanges } = services
  const { name, password } = body.access_token
  const place = { deckId: loaded.deck.id, id: params.token_id }
  const before = await findToken(database.read, place.deckId, place.id)
  if (!before) throw missing()
  // The same password once more changes nothing for those who have given it.
  const isNew = password !== undefined && (password || null) !== secretsOf(keys, before).password
  const kept = isNew ? await keep(keys, password) : undefined
  const row = await transaction(async (trx) => {
    const changes = { ...(name === undefined ? {} : { name }), ...(isNew ? { password: kept ?? null } : {}) }
    const changed = await updateToken(trx, place, { ...changes, now: services.now() })
    if (!changed) throw missing()
    const entry = { actorId: user?.id ?? null, action: 'access-token.change', resource: `access-token:${place.id}` }
    await audit(trx, services, request, { ...entry, detail: { deck: place.deckId, password: isNew } })
    return changed
  })
  if (isNew) afterCommit(() => accessChanges.tell({ deckId: place.deckId }))
  return tokenJson(keys, row)
}

async function remove({ db, loaded, params, services, request, user, afterCommit }: Context<typeof contracts.remove>) {
  const deckId = loaded.deck.id
  if (!(await deleteToken(db, deckId, params.token_id))) throw missing()
  const entry = {
    actorId: user?.id ?? null,
    action: 'access-token.delete',
    resource: `access-token:${params.token_id}`,
  }
  await audit(db, services, request, { ...entry, detail: { deck: deckId } })
  afterCommit(() => services.accessChanges.tell({ deckId }))
  return undefined
}

/** Answers the calls about the access links of decks. */
export const accessTokensRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, loaded, query, services }) => {
    const page = Math.max(1, query.page)
    const perPage = Math.min(Math.max(1, query.per_page), limits.token.count)
    const { rows, total } = await listTokens(db, loaded.deck.id, page, perPage)
    const results = rows.map((row) => tokenJson(services.keys, row))
    return { results, total, page, per_page: perPage }
  }),
  route(contracts.create, create),
  route(contracts.change, change),
  route(contracts.remove, remove),
  route(contracts.unlock, unlock),
]
