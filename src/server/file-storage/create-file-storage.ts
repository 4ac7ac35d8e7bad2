import type { Settings } from '../env.ts'
import { createGuardedFetch } from '../identity/guarded-fetch.ts'
import { dropboxStorage } from './dropbox.ts'
import type { FileStorage } from './file-storage.ts'

/** The file storage of the settings; null: there is none. */
export function createFileStorage({
  dropbox,
  production,
}: Pick<Settings, 'dropbox' | 'production'>): FileStorage | null {
  // No private address is ever allowed: the hosts are fixed.
  return dropbox && dropboxStorage(dropbox, createGuardedFetch({ production, privateIssuers: [] }))
}
