import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { typeOfKey } from '../../server/files/file-types.ts'
import { invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import type { Services } from '../../server/services.ts'
import type { ReceivedFile } from '../media/receive-file.ts'
import { putFileCopy } from '../orphaned-files/file-references.ts'
import type { importQuery } from './contract.ts'
import { formatOf } from './formats.ts'
import { countOpenImports, type ImportRow, insertImport } from './queries.ts'

/** The name of the file without folders and control characters. */
function fileNameOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return last
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, limits.import.fileName)
}

/** The name of the job's owner in the queue, so that imports of several users take turns. */
const queueOf = (userId: number): string => `user:${userId}`

/** Stores a received file and queues its import. Throws 422 with a message for the user. */
export async function startImport(
  services: Services,
  user: UserRow,
  received: ReceivedFile,
  query: z.output<typeof importQuery>,
): Promise<ImportRow> {
  const { database, jobs, now } = services
  const format = await formatOf(received)
  if (!format) throw invalid('file', importMessages.noFile)
  if ((await countOpenImports(database.read, user.id)) >= limits.import.open) {
    throw invalid('base', importMessages.waiting)
  }
  const key = `imports/${randomBytes(16).toString('hex')}.${format.ending}`
  await putFileCopy(services, key, received.path, typeOfKey(key))
  const at = now()
  return database.transaction(async (trx) => {
    const row = await insertImport(trx, {
      ...{ user_id: user.id, deck_id: query.deck_id ?? null, format: format.id, file_key: key },
      mode: query.deck_id === undefined ? 'new' : query.mode,
      options: JSON.stringify({ pdf: query.pdf }),
      file_name: fileNameOf(received.name),
      ...{ status: 'pending', done: 0, slide_count: null, images: '[]', report: '[]', content: null, error: null },
      ...{ created_at: at, updated_at: at, finished_at: null },
    })
    await jobs.add(trx, 'import-file', { importId: row.id }, { owner: queueOf(user.id) })
    return row
  })
}
