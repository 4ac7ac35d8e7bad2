import type { z } from 'zod'
import { storageMessages, syncProblem } from '../../rules/file-storage.ts'
import type { Services } from '../../server/services.ts'
import type { deckSync, storageAccount } from './contract.ts'
import type { StorageAccountRow, SyncOfDeck } from './queries.ts'

/** A connected account in answers: without its token. */
export function accountJson(row: StorageAccountRow | undefined): z.input<typeof storageAccount> | null {
  if (!row) return null
  const { email, name, connected_at, token_sealed: token } = row
  return { email, name, connected_at, ended: token === null }
}

/** Why none of the user's decks can be synced; null if they can. */
function generalProblem({ fileStorage }: Pick<Services, 'fileStorage'>, account: StorageAccountRow | undefined) {
  if (!fileStorage) return storageMessages.off
  return account?.token_sealed == null ? storageMessages.ended : null
}

/** A sync in answers. */
export function syncJson(
  services: Pick<Services, 'fileStorage'>,
  row: SyncOfDeck,
  account: StorageAccountRow | undefined,
): z.input<typeof deckSync> {
  const { deck_id, step, version, deck_version: current, problem, synced_at } = row
  const error = generalProblem(services, account) ?? (problem && syncProblem(problem))
  const open = step !== 'idle' ? 'syncing' : version === current ? 'synced' : 'waiting'
  return { deck_id, state: error === null ? open : 'failed', error, synced_at }
}
