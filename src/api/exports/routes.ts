import { extname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { exportFormat, privateParts } from '../../rules/export-formats/index.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { check, signedIn } from '../deck-users/lock-as-admin.ts'
import { checkRoom } from '../media/upload.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { exportsContracts as contracts, optionsInput } from './contract.ts'
import { preferredLanguage } from './deck-language.ts'
import { exportJson, typeOf } from './export-json.ts'
import { fileNameOf } from './file-name.ts'
import {
  deleteExports,
  type ExportOwner,
  type ExportWithJob,
  findExport,
  insertExport,
  listExports,
  openExports,
  setJob,
} from './queries.ts'
import { offerOf, readableOf } from './readable.ts'

type Asking = Pick<Context<typeof contracts.list>, 'loaded' | 'user'>

const ownerOf = ({ loaded, user }: Asking): ExportOwner => ({ deckId: loaded.deck.id, userId: signedIn(user).id })

/** The user's export in the path. Throws 404 if it is missing or another user's. */
async function exportFor(
  context: Asking & Pick<Context, 'db' | 'services'> & { readonly params: { readonly export_id: string } },
): Promise<ExportWithJob> {
  const id = readId(context.params.export_id)
  const row = id === null ? undefined : await findExport(context.db, ownerOf(context), id, context.services.now())
  if (!row || !typeOf(row)) throw new HttpError(404, messages.access.notFound)
  return row
}

/** The options of a request, checked by their format. Throws 422 for unusable ones. */
function optionsOf(fields: Parameters<typeof optionsInput>[0], sent: unknown): Record<string, boolean | string> {
  const parsed = optionsInput(fields).safeParse(sent)
  if (parsed.success) return parsed.data as Record<string, boolean | string>
  throw new HttpError(422, messages.form.option, { fields: { options: [messages.form.option] } })
}

async function create(context: Context<typeof contracts.create>) {
  const { body, db, loaded, request, services } = context
  const user = signedIn(context.user)
  const { type, options: sent } = body.deck_export
  check(context, loaded, 'export', { format: type, publicPdf: services.settings.publicPdf })
  const { fields } = exportFormat(type)
  const options = optionsOf(fields, sent)
  const readable = readableOf(loaded, user)
  for (const part of privateParts(fields, options)) {
    if (!readable[part]) throw new HttpError(403, messages.access.forbidden)
  }
  const now = services.now()
  const owner = ownerOf(context)
  const same = (await openExports(db, owner, now)).find(
    (row) =>
      row.type === type && row.version === loaded.deck.version && isDeepStrictEqual({ ...row.options }, { ...options }),
  )
  if (same) return exportJson(same)
  await checkRoom(services)
  const { id: deckId, version } = loaded.deck
  const row = { deck_id: deckId, user_id: user.id, type, version, created_at: now }
  const id = await insertExport(db, { ...row, options: JSON.stringify(options) })
  // Jobs of several users run in turn.
  const payload = { exportId: id, language: preferredLanguage(request.headers['accept-language']) }
  const jobId = await services.jobs.add(db, 'export', payload, { owner: `user:${user.id}` })
  await setJob(db, id, jobId)
  const resource = `deck:${deckId}`
  await audit(db, services, request, { actorId: user.id, action: 'deck.export', resource, detail: { type } })
  const made = await findExport(db, owner, id, now)
  if (!made) throw new Error('An export was not stored')
  return exportJson(made)
}

/** Handlers of the routes for exports. */
export const exportsRoutes: readonly Route[] = [
  route(contracts.create, create),
  route(contracts.list, async (context) => {
    const page = pageOf(context.query)
    const { rows, total } = await listExports(context.db, ownerOf(context), context.services.now(), page)
    const offer = offerOf(context.loaded, signedIn(context.user), context.services.settings)
    return { ...pageAnswer(page, total, rows.filter(typeOf).map(exportJson)), offer }
  }),
  route(contracts.read, async (context) => exportJson(await exportFor(context))),
  route(contracts.download, async (context) => {
    const row = await exportFor(context)
    const { deck } = context.loaded
    // What the user may read may have become less since.
    const readable = readableOf(context.loaded, signedIn(context.user))
    const type = typeOf(row) ?? 'pdf'
    check(context, context.loaded, 'export', { format: type, publicPdf: context.services.settings.publicPdf })
    for (const part of privateParts(exportFormat(type).fields, row.options)) {
      if (!readable[part]) throw new HttpError(403, messages.access.forbidden)
    }
    const file = row.file_key === null ? null : await context.services.files.get(row.file_key)
    if (!file) throw new HttpError(404, messages.access.notFound)
    context.reply.header('content-length', file.size)
    return { type: file.type, fileName: fileNameOf(deck, extname(row.file_key ?? '')), body: file.body }
  }),
  route(contracts.remove, async (context) => {
    const { id } = await exportFor(context)
    await deleteUnlessInSlides(context.db, context.services, await deleteExports(context.db, [id]))
    return undefined
  }),
]
