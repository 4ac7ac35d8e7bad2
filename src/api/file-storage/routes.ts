import { deckUrl, shownTitle } from '../../rules/deck-url.ts'
import { connectStorageUrl, storageMessages } from '../../rules/file-storage.ts'
import { limits } from '../../rules/limits.ts'
import { audit } from '../../server/audit.ts'
import { invalid } from '../../server/http/http-error.ts'
import { signedIn } from '../deck-users/lock-as-admin.ts'
import { loadDecksFor } from '../decks/load-deck.ts'
import { checkRoom } from '../media/upload.ts'
import { type Context, type Route, route } from '../route.ts'
import { queueRevoke } from './connect.ts'
import { fileStorageContracts as contracts } from './contract.ts'
import { deleteAccountOf, deleteSync, insertSync, storageAccountOf, syncOf, syncsOf, updateSync } from './queries.ts'
import { startSync } from './start-sync.ts'
import { accountJson, syncJson } from './storage-json.ts'
import { dropFiles, queueUploads } from './sync-exports.ts'

async function ownState({ db, services, user }: Context<typeof contracts.read>) {
  const { id } = signedIn(user)
  const account = await storageAccountOf(db, id)
  const syncs = await syncsOf(db, id)
  const deckIds = syncs.map(({ deck_id }) => deck_id)
  const decks = new Map((await loadDecksFor(db, deckIds, id)).map((loaded) => [loaded.deck.id, loaded]))
  return {
    service: services.fileStorage?.service ?? null,
    account: accountJson(account),
    syncs: syncs.flatMap((sync) => {
      const loaded = decks.get(sync.deck_id)
      // The next sync ends by itself where the user has no role anymore.
      if (!loaded?.role) return []
      const { deck, owner } = loaded
      const url = deckUrl({ username: owner.username, slug: deck.slug, id: deck.id })
      return [{ ...syncJson(services, sync, account), title: shownTitle(deck.title), url }]
    }),
  }
}

async function stateOfDeck({
  db,
  loaded,
  services,
  user,
}: Pick<Context<typeof contracts.state>, 'db' | 'loaded' | 'services' | 'user'>) {
  const { id } = signedIn(user)
  const account = await storageAccountOf(db, id)
  const sync = await syncOf(db, loaded.deck.id, id)
  const service = services.fileStorage?.service ?? null
  const { deck, owner } = loaded
  const exportsUrl = deckUrl({ username: owner.username, slug: deck.slug, id: deck.id }, { view: 'exports' })
  const shown = { account: accountJson(account), sync: sync ? syncJson(services, sync, account) : null }
  return { service, ...shown, connect_url: connectStorageUrl(exportsUrl) }
}

/** Syncs a deck now, and from now on. A failed sync is tried again; one that waits for the service waits on. */
async function sync(context: Context<typeof contracts.sync>) {
  const { db, loaded, request, services } = context
  const user = signedIn(context.user)
  if (!services.fileStorage) throw invalid('base', storageMessages.off)
  const account = await storageAccountOf(db, user.id)
  if (!account) throw invalid('base', storageMessages.notConnected)
  if (account.token_sealed === null) throw invalid('base', storageMessages.ended)
  await checkRoom(services)
  const { id: deck_id } = loaded.deck
  const isNew = !(await syncOf(db, deck_id, user.id))
  if (isNew && (await syncsOf(db, user.id)).length >= limits.sync.decks) throw invalid('base', storageMessages.full)
  await insertSync(db, { deck_id, user_id: user.id, created_at: services.now() })
  const row = await syncOf(db, deck_id, user.id)
  if (!row) throw new Error('A sync was not stored')
  await updateSync(db, row.id, { problem: null, retry_at: null })
  if (row.step === 'idle') await startSync(db, services, row)
  else await queueUploads(db, services, user.id)
  const resource = `deck:${deck_id}`
  if (isNew) await audit(db, services, request, { actorId: user.id, action: 'deck.sync', resource })
  return stateOfDeck(context)
}

async function stop(context: Context<typeof contracts.stop>) {
  const { db, loaded, request, services } = context
  const { id } = signedIn(context.user)
  const row = await syncOf(db, loaded.deck.id, id)
  if (row) {
    await dropFiles(db, services, { sync: row.id })
    await deleteSync(db, row.id)
    await audit(db, services, request, { actorId: id, action: 'deck.unsync', resource: `deck:${loaded.deck.id}` })
  }
  return stateOfDeck(context)
}

async function disconnect({ db, request, services, user }: Context<typeof contracts.disconnect>): Promise<undefined> {
  const { id } = signedIn(user)
  await dropFiles(db, services, { user: id })
  const account = await deleteAccountOf(db, id)
  if (!account) return
  await queueRevoke(db, services, account.token_sealed)
  await audit(db, services, request, { actorId: id, action: 'file-storage.disconnect', resource: `user:${id}` })
}

/** Handlers of the file storage routes. */
export const fileStorageRoutes: readonly Route[] = [
  route(contracts.services, async ({ db, services, user }) => {
    const account = await storageAccountOf(db, signedIn(user).id)
    return { dropbox: services.fileStorage !== null && account?.token_sealed != null }
  }),
  route(contracts.read, ownState),
  route(contracts.disconnect, disconnect),
  route(contracts.state, stateOfDeck),
  route(contracts.sync, sync),
  route(contracts.stop, stop),
]
