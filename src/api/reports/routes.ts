import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { reportsContracts as contracts } from './contract.ts'
import { insertReport, listReports } from './queries.ts'

async function settle(context: Context<typeof contracts.settle>): Promise<undefined> {
  const { db, services, request, user, params, body } = context
  const { state, reason } = body.change
  const id = readId(params.id)
  const settled =
    state === 'open' ? { settled_at: null, settled_by: null } : { settled_at: services.now(), settled_by: user.id }
  const changed =
    id === null
      ? undefined
      : await db
          .updateTable('reports')
          .set({ state, ...settled })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
  if (!changed) throw new HttpError(404, messages.access.notFound)
  const detail = { state, reason }
  await audit(db, services, request, { actorId: user.id, action: 'admin.report', resource: `report:${id}`, detail })
  return undefined
}

/** Handlers of the report routes. */
export const reportsRoutes: readonly Route[] = [
  route(contracts.create, async ({ db, services, loaded, user, body }) => {
    await insertReport(db, { deckId: loaded.deck.id, reporterId: user?.id ?? null, ...body.report }, services.now())
    return undefined
  }),
  route(contracts.list, async ({ db, query }) => {
    const page = pageOf(query)
    const { results, total } = await listReports(db, query.state, page)
    return pageAnswer(page, Number(total), results)
  }),
  route(contracts.settle, settle),
]
