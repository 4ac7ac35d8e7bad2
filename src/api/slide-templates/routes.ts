import { SANITIZER_VERSION } from '../../document/sanitize/sanitize.ts'
import { untitled } from '../../rules/deck-url.ts'
import { limits } from '../../rules/limits.ts'
import { messages } from '../../rules/messages.ts'
import type { Db } from '../../server/db/open-database.ts'
import { HttpError, invalid } from '../../server/http/http-error.ts'
import { contentRules } from '../decks/content-rules.ts'
import { lockOwner, type Owner, ownerColumns } from '../owner.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { type Context, type Route, route } from '../route.ts'
import { checkTemplate } from './check-template.ts'
import { slideTemplatesContracts, type slideTemplatesContractsAt, teamSlideTemplatesContracts } from './contract.ts'
import {
  deleteTemplate,
  findTemplate,
  firstPosition,
  insertTemplate,
  listTemplates,
  setOrder,
  templateIds,
  templateRoom,
  themesOfTemplates,
  updateTemplate,
} from './queries.ts'
import { sanitizedTemplate } from './sanitized-template.ts'

type Contracts = ReturnType<typeof slideTemplatesContractsAt>

/** The error for a missing template and for another owner's template. */
const missing = () => new HttpError(404, messages.access.notFound)

/** Throws 422 if a template of this size exceeds the owner's limits. Lock the owner first. */
async function checkTemplateRoom(db: Db, owner: Owner, size: number, except?: number): Promise<void> {
  const { count, bytes } = await templateRoom(db, owner, except)
  if (count >= limits.template.count || bytes + size > limits.template.bytes) {
    throw invalid('html', messages.template.full)
  }
}

/** Rows with the themes that they are limited to. */
async function withThemes<Row extends { readonly id: number }>(db: Db, rows: readonly Row[]) {
  const themes = await themesOfTemplates(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, theme_ids: themes.get(row.id) ?? [] }))
}

async function create(context: Context<Contracts['create']>) {
  const { body, services, owner, ownerPlan, transaction } = context
  const { html, label, slide_size } = body.slide_template
  const checked = await checkTemplate(html, services.settings, ownerPlan)
  return transaction(async (trx) => {
    await lockOwner(trx, services.database.kind, owner)
    await checkTemplateRoom(trx, owner, checked.size)
    const now = services.now()
    const row = await insertTemplate(trx, {
      ...ownerColumns(owner),
      label: label || checked.title,
      html: checked.html,
      size: checked.size,
      slide_size,
      position: await firstPosition(trx, owner),
      sanitizer_version: SANITIZER_VERSION,
      created_at: now,
      updated_at: now,
    })
    return { ...row, theme_ids: [] }
  })
}

async function change(context: Context<Contracts['change']>) {
  const { body, params, services, owner, ownerPlan, transaction } = context
  const { html, label, slide_size } = body.slide_template
  // Checks before sanitizing, since the time that takes would reveal to other users that the template exists.
  if (!(await findTemplate(services.database.read, owner, params.id))) throw missing()
  const checked = html === undefined ? null : await checkTemplate(html, services.settings, ownerPlan)
  const row = await transaction(async (trx) => {
    await lockOwner(trx, services.database.kind, owner)
    if (checked) await checkTemplateRoom(trx, owner, checked.size, params.id)
    const changed = await updateTemplate(trx, owner, params.id, {
      ...(label === undefined ? {} : { label: label || untitled }),
      ...(slide_size === undefined ? {} : { slide_size }),
      ...(checked ? { html: checked.html, size: checked.size, sanitizer_version: SANITIZER_VERSION } : {}),
      updated_at: services.now(),
    })
    return changed && (await withThemes(trx, [changed]))[0]
  })
  if (!row) throw missing()
  return sanitizedTemplate(row, contentRules(services.settings, ownerPlan))
}

/** Handlers of slide template routes, for users and for teams. */
const slideTemplatesRoutesOf = (contracts: Contracts): readonly Route[] => [
  route(contracts.list, async ({ db, services, owner, ownerPlan, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listTemplates(db, owner, page)
    const listed = await withThemes(db, rows)
    const rules = contentRules(services.settings, ownerPlan)
    return pageAnswer(
      page,
      total,
      listed.map((row) => sanitizedTemplate(row, rules)),
    )
  }),
  route(contracts.create, create),
  route(contracts.change, change),
  route(contracts.order, async ({ db, services, owner, body }) => {
    await lockOwner(db, services.database.kind, owner)
    const all = await templateIds(db, owner)
    const first = body.slide_template_ids
    if (!first.every((id) => all.includes(id))) throw invalid('slide_template_ids', messages.template.otherTemplates)
    await setOrder(db, [...first, ...all.filter((id) => !first.includes(id))])
    return undefined
  }),
  route(contracts.remove, async ({ db, owner, params }) => {
    if (!(await deleteTemplate(db, owner, params.id))) throw missing()
    return undefined
  }),
]

/** Handlers of a user's own slide templates and of the team's. */
export const slideTemplatesRoutes = [slideTemplatesContracts, teamSlideTemplatesContracts].flatMap(
  slideTemplatesRoutesOf,
)
