import { importMessages } from '../../rules/import-messages.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import type { UserRow } from '../../server/http/session.ts'
import { actorOf, deckFacts } from '../actor.ts'
import { loadDeckFor } from '../decks/load-deck.ts'
import { receiveFile } from '../media/receive-file.ts'
import { checkRoom } from '../media/upload.ts'
import { deleteUnlessInSlides } from '../orphaned-files/file-references.ts'
import { enforceDeck } from '../permission.ts'
import { route } from '../route.ts'
import { withSlideIds } from './collect-slides.ts'
import { importsContracts as contracts } from './contract.ts'
import { failSilentImport } from './end-import.ts'
import { importJson } from './import-json.ts'
import { deleteImport, findImport, type ImportRow, importsInto, takeSlides } from './queries.ts'
import { startAddressImport, startImport } from './start-import.ts'

async function owned(db: Db, user: UserRow, id: number): Promise<ImportRow> {
  const row = await findImport(db, user.id, id)
  if (!row) throw new HttpError(404, messages.access.notFound)
  return row
}

/** Throws if the user may not edit the deck that the slides are for. */
async function checkDeck(db: Db, user: UserRow, deckId: number | undefined): Promise<void> {
  if (deckId === undefined) return
  const loaded = await loadDeckFor(db, deckId, user.id)
  if (!loaded) throw new HttpError(404, messages.access.notFound)
  enforceDeck('edit', actorOf(user), deckFacts(loaded, user.id))
}

/** Handlers of the import routes. */
export const importsRoutes = [
  route(contracts.create, async ({ services, user, request, query }) => {
    const { database, settings } = services
    await checkDeck(database.read, user, query.deck_id)
    const limitOf = () => limits.upload.importKilobytes * 1000
    const row = await receiveFile(request, { dataDir: settings.dataDir, limitOf }, async (received) => {
      await checkRoom(services)
      return startImport(services, user, received, query)
    })
    if (!row) throw invalid('file', importMessages.noFile)
    return importJson(database.read, row)
  }),

  route(contracts.createFromAddress, async ({ services, user, body }) => {
    const { read } = services.database
    await checkDeck(read, user, body.import.deck_id)
    await checkRoom(services)
    return importJson(read, await startAddressImport(services, user, body.import))
  }),

  route(contracts.read, async ({ db, services, user, params }) => {
    const row = await owned(db, user, params.id)
    return importJson(db, (await failSilentImport(services, row)) ?? row)
  }),

  route(contracts.slides, async ({ db, user, params }) => {
    const { content } = await owned(db, user, params.id)
    if (content === null) throw new HttpError(404, messages.access.notFound)
    return JSON.parse(content)
  }),

  route(contracts.take, async ({ db, user, params, body }) => {
    const row = await owned(db, user, params.id)
    if (row.content === null) throw new HttpError(404, messages.access.notFound)
    // The report becomes one of the deck, whose editor the user may be no more.
    await checkDeck(db, user, row.deck_id ?? undefined)
    return importJson(db, await takeSlides(db, row.id, withSlideIds(row.report, body.import.slide_ids)))
  }),

  route(contracts.reports, async ({ db, loaded }) => ({ results: await importsInto(db, loaded.deck.id) })),

  route(contracts.remove, async ({ db, services, user, params }) => {
    const { id, file_key } = await owned(db, user, params.id)
    await deleteImport(db, id)
    await deleteUnlessInSlides(db, services, [file_key])
    return undefined
  }),
]
