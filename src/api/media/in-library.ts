import { createHash } from 'node:crypto'
import { isPictureType } from '../../rules/picture-types.ts'
import type { Services } from '../../server/services.ts'
import { type Owner, ownerColumns } from '../owner.ts'
import { findByKey } from './queries.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Whether the library still has the picture at this address, with these bytes. `contentHash`: SHA-256, in hexadecimal. */
export async function isInLibrary(
  services: Pick<Services, 'database' | 'files'>,
  owner: Owner,
  address: string,
  contentHash: string,
): Promise<boolean> {
  const key = address.replace(/^\/m\//, 'media/')
  const row = await findByKey(services.database.read, key)
  const { user_id, team_id } = ownerColumns(owner)
  // A video would be read into memory.
  if (!row || !isPictureType(row.content_type) || row.user_id !== user_id || row.team_id !== team_id) return false
  const bytes = await services.files.read(key)
  return bytes !== null && hashOf(bytes) === contentHash
}
