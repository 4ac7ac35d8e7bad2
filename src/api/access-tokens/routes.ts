import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import { nextLinkName } from '../../rules/share-links.ts'
import { audit } from '../../server/audit.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { hashPassword } from '../../server/passwords/hash-password.ts'
import type { Keys } from '../../server/services.ts'
import { lockDeck } from '../decks/queries.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { type Context, type Route, route } from '../route.ts'
import { accessTokensContracts as contracts } from './contract.ts'
import type { AccessTokenRow } from './link-queries.ts'
import {
  deleteToken,
  findToken,
  insertToken,
  listTokens,
  namesOfTokens,
  type StoredPassword,
  secretsOf,
  updateToken,
} from './queries.ts'
import { unlock } from './unlock.ts'

const missing = () => new HttpError(404, messages.sharing.linkGone)

function tokenJson(keys: Keys, row: AccessTokenRow) {
  const { id, deck_id, name, deck_view_count, created_at } = row
  return { id, deck_id, name, deck_view_count, created_at, ...secretsOf(keys, row) }
}

/** Hashes and encrypts a password for storage. Null for none. */
async function toStoredPassword(keys: Keys, password: string | null): Promise<StoredPassword | null> {
  if (password === null || password === '') return null
  return { hash: await hashPassword(password), sealed: keys.encrypt('access-token-password', password) }
}

async function create({ body, loaded, services, transaction, request, user }: Context<typeof contracts.create>) {
  const { database, keys } = services
  const { name, password } = body.access_token
  const deckId = loaded.deck.id
  const stored = await toStoredPassword(keys, password ?? null)
  const row = await transaction(async (trx) => {
    // Links created at the same moment must get different default names.
    await lockDeck(trx, database.kind, deckId)
    const names = await namesOfTokens(trx, deckId)
    if (names.length >= limits.token.count) throw invalid('name', messages.sharing.linksFull)
    const link = { deckId, name: name ?? nextLinkName(names), password: stored, now: services.now() }
    const made = await insertToken(trx, keys, link)
    const entry = { actorId: user?.id ?? null, action: 'access-token.create', resource: `access-token:${made.id}` }
    await audit(trx, services, request, { ...entry, detail: { deck: deckId, password: stored !== null } })
    return made
  })
  return tokenJson(keys, row)
}

async function change(context: Context<typeof contracts.change>) {
  const { body, loaded, params, services, transaction, request, user, afterCommit } = context
  const { database, keys, accessChanges } = services
  const { name, password } = body.access_token
  const target = { deckId: loaded.deck.id, id: params.token_id }
  const before = await findToken(database.read, target.deckId, target.id)
  if (!before) throw missing()
  // An unchanged password must not lock out browsers that have given it.
  const isNew = password !== undefined && (password || null) !== secretsOf(keys, before).password
  const stored = isNew ? await toStoredPassword(keys, password) : undefined
  const row = await transaction(async (trx) => {
    const changes = { ...(name === undefined ? {} : { name }), ...(isNew ? { password: stored ?? null } : {}) }
    const changed = await updateToken(trx, target, { ...changes, now: services.now() })
    if (!changed) throw missing()
    const entry = { actorId: user?.id ?? null, action: 'access-token.change', resource: `access-token:${target.id}` }
    await audit(trx, services, request, { ...entry, detail: { deck: target.deckId, password: isNew } })
    return changed
  })
  if (isNew) afterCommit(() => accessChanges.notify({ deckId: target.deckId }))
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
  afterCommit(() => services.accessChanges.notify({ deckId }))
  return undefined
}

/** Handlers of the access-link routes. */
export const accessTokensRoutes: readonly Route[] = [
  route(contracts.list, async ({ db, loaded, query, services }) => {
    const page = pageOf(query)
    const { rows, total } = await listTokens(db, loaded.deck.id, page)
    return pageAnswer(
      page,
      total,
      rows.map((row) => tokenJson(services.keys, row)),
    )
  }),
  route(contracts.create, create),
  route(contracts.change, change),
  route(contracts.remove, remove),
  route(contracts.unlock, unlock),
]
