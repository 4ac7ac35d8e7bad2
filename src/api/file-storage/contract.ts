import { z } from 'zod'
import { contract } from '../contract.ts'
import { time } from '../inputs.ts'

/** A deck that is synced. */
export const deckSync = z.object({
  deck_id: z.number(),
  /** waiting: a change is synced a few minutes after it. */
  state: z.enum(['waiting', 'syncing', 'synced', 'failed']),
  /** Why the last attempt failed, else null. */
  error: z.string().nullable(),
  /** The last success; null before the first. */
  synced_at: time.nullable(),
})
export type DeckSync = z.output<typeof deckSync>

/** The connected account at the file storage. */
export const storageAccount = z.object({
  email: z.string().nullable(),
  name: z.string().nullable(),
  connected_at: time,
  /** Whether the file storage no longer lets us in: it must be connected again. */
  ended: z.boolean(),
})
export type ConnectedAccount = z.output<typeof storageAccount>

/** Null: the site has no file storage. */
const service = z.enum(['dropbox']).nullable()
/** The file storage of a deck, for one user. */
const deckStorage = z.object({
  service,
  account: storageAccount.nullable(),
  sync: deckSync.nullable(),
  /** Connects the file storage, and then opens the deck's exports. */
  connect_url: z.string(),
})
export type DeckStorage = z.output<typeof deckStorage>

/** A synced deck in the list of all. */
const listedSync = deckSync.extend({ title: z.string(), url: z.string() })
export type ListedSync = z.output<typeof listedSync>

/** The file storage of a user. */
const ownStorage = z.object({ service, account: storageAccount.nullable(), syncs: z.array(listedSync) })
export type OwnStorage = z.output<typeof ownStorage>

const base = '/api/v1/decks/:id/export'
const params = z.object({ id: z.string() })
const own = { permission: 'own:account', tokens: 'never' } as const

/** Routes for the file storage of the signed-in user. It is connected at /settings/dropbox/authorize, in a browser. */
export const fileStorageContracts = {
  services: contract({
    method: 'GET',
    path: '/api/v1/users/services',
    summary: 'Returns which outside services the signed-in user has connected.',
    permission: 'own:account',
    rate: 'read',
    output: z.object({ dropbox: z.boolean() }),
  }),
  read: contract({
    method: 'GET',
    path: '/api/v1/file_storage',
    summary: 'Returns the user’s file storage: the connected account and the decks that are synced.',
    ...own,
    rate: 'read',
    output: ownStorage,
  }),
  disconnect: contract({
    method: 'DELETE',
    path: '/api/v1/file_storage',
    summary: 'Disconnects the file storage, also there, and ends all syncs. The files stay.',
    ...own,
    rate: 'write',
    output: 'empty',
  }),
  state: contract({
    method: 'GET',
    path: base,
    summary: 'Returns whether the deck is synced to the user’s file storage.',
    permission: 'deck:sync',
    rate: 'read',
    params,
    output: deckStorage,
  }),
  sync: contract({
    method: 'POST',
    path: base,
    summary:
      'Syncs the deck to the own file storage as ZIP and PDF, now and some minutes after each change. 422 without a connected account.',
    permission: 'deck:sync',
    rate: 'export',
    params,
    output: deckStorage,
    status: 202,
  }),
  stop: contract({
    method: 'DELETE',
    path: base,
    summary: 'Stops syncing the deck. Its files stay in the file storage.',
    permission: 'deck:sync',
    rate: 'write',
    params,
    output: deckStorage,
  }),
}
