import { accountMessages } from '../../rules/account-messages.ts'
import { messages } from '../../rules/messages.ts'
import { audit } from '../../server/audit.ts'
import { HttpError } from '../../server/http/http-error.ts'
import { pageAnswer, pageOf } from '../paging.ts'
import { readId } from '../read-id.ts'
import { type Context, type Route, route } from '../route.ts'
import { operationsContracts as contracts } from './contract.ts'
import { listAudit, listJobs, listMails, readStorage, retryJob } from './queries.ts'

async function retry(context: Context<typeof contracts.retryJob>): Promise<undefined> {
  const { db, services, request, user, params } = context
  const id = readId(params.id)
  const outcome = id === null ? 'missing' : await retryJob(db, id, services.now())
  if (outcome === 'missing') throw new HttpError(404, messages.access.notFound)
  if (outcome === 'waits') throw new HttpError(422, accountMessages.admin.jobWaits)
  await audit(db, services, request, { actorId: user.id, action: 'admin.job.retry', resource: `job:${id}` })
  return undefined
}

async function resend(context: Context<typeof contracts.resendMail>): Promise<undefined> {
  const { db, services, request, user, params } = context
  const id = readId(params.id)
  const outcome = id === null ? 'missing' : await services.mail.resend(db, id)
  if (outcome === 'missing') throw new HttpError(404, messages.access.notFound)
  if (outcome === 'forgotten') throw new HttpError(422, accountMessages.admin.mailForgotten)
  await audit(db, services, request, { actorId: user.id, action: 'admin.mail.resend', resource: `mail:${id}` })
  return undefined
}

/** Handlers of the console's routes about the running of the instance. */
export const operationsRoutes: readonly Route[] = [
  route(contracts.storage, async ({ db }) => readStorage(db)),
  route(contracts.jobs, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listJobs(db, query.state, page)
    return pageAnswer(page, Number(total), rows)
  }),
  route(contracts.retryJob, retry),
  route(contracts.mails, async ({ db, query, services }) => {
    const page = pageOf(query)
    const { results, total } = await listMails(db, query.state, page)
    return { configured: services.settings.smtpUrl !== null, ...pageAnswer(page, Number(total), results) }
  }),
  route(contracts.resendMail, resend),
  route(contracts.audit, async ({ db, query }) => {
    const page = pageOf(query)
    const { rows, total } = await listAudit(db, query, page)
    return pageAnswer(page, Number(total), rows)
  }),
]
