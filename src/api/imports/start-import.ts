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
import { countOpenImports, type ImportRow, insertImport, queueOf } from './queries.ts'

/** The name of the file without folders and control characters. */
function fileNameOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  return last
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, limits.import.fileName)
}

type ImportChoice = z.output<typeof importQuery>

async function checkOpen({ database }: Services, user: UserRow): Promise<void> {
  if ((await countOpenImports(database.read, user.id)) >= limits.import.open)
    throw invalid('base', importMessages.waiting)
}

/** Stores a received file and queues its import. Throws 422 with a message for the user. */
export async function startImport(
  services: Services,
  user: UserRow,
  received: ReceivedFile,
  choice: ImportChoice,
): Promise<ImportRow> {
  const format = await formatOf(received)
  if (!format) throw invalid('file', importMessages.noFile)
  await checkOpen(services, user)
  const key = `imports/${randomBytes(16).toString('hex')}.${format.ending}`
  await putFileCopy(services, key, received.path, typeOfKey(key))
  const file = { format: format.id, file_key: key, file_name: fileNameOf(received.name) }
  return addImport(services, user, choice, { ...file, options: { pdf: choice.pdf } })
}

/** Parses the address of a page that a user has typed; null if it is invalid. */
function readAddress(text: string): URL | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`
  const url = URL.canParse(full) ? new URL(full) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  return url
}

/** Queues the import of what is at an address. Throws 422 with a message for the user. */
export async function startAddressImport(
  services: Services,
  user: UserRow,
  { url: text, ...choice }: ImportChoice & { readonly url: string },
): Promise<ImportRow> {
  const url = readAddress(text)
  if (!url) throw invalid('url', importMessages.noAddress)
  await checkOpen(services, user)
  const file_name = `${url.host}${url.pathname}`.replace(/\/+$/, '').slice(0, limits.import.fileName)
  const options = { pdf: choice.pdf, address: url.href }
  // The format is known when the file is there.
  return addImport(services, user, choice, { format: 'html', file_key: null, file_name, options })
}

async function addImport(
  { database, jobs, now }: Services,
  user: UserRow,
  { deck_id, mode }: ImportChoice,
  source: Pick<ImportRow, 'format' | 'file_key' | 'file_name' | 'options'>,
): Promise<ImportRow> {
  const at = now()
  return database.transaction(async (trx) => {
    const row = await insertImport(trx, {
      ...{ ...source, options: JSON.stringify(source.options), user_id: user.id, deck_id: deck_id ?? null },
      mode: deck_id === undefined ? 'new' : mode,
      ...{ status: 'pending', done: 0, slide_count: null, images: '[]', report: '[]', content: null, error: null },
      ...{ created_at: at, updated_at: at, finished_at: null },
    })
    await jobs.add(trx, 'import-file', { importId: row.id }, { owner: queueOf(user.id) })
    return row
  })
}
