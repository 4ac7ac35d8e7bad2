import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { accountMessages } from '../rules/account-messages.ts'
import { hasCardNumber, isCardFree } from '../rules/card-free.ts'
import { messages } from '../rules/messages.ts'
import { rates } from '../rules/rate-limits.ts'
import { checkCsrf, checkReadSite } from '../server/http/csrf.ts'
import { HttpError, invalid } from '../server/http/http-error.ts'
import { isInProcess } from '../server/http/in-process.ts'
import type { Services } from '../server/services.ts'
import { type Caller, checkToken, findCaller } from './caller.ts'
import type { Contract, StreamAnswer } from './contract.ts'
import { checkPermission, enforce, type Granted, needsSignIn } from './permission.ts'
import type { Context, Route } from './route.ts'
import { storable } from './storable.ts'

/** Default body limit, in bytes. */
const defaultBodyLimit = 1_000_000

/** Mounts the routes. The app strips `.json` before routing, so each path works with and without it. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  for (const { contract, handler } of routes) {
    if (contract.input === 'raw') mountRaw(app, { contract, handler }, services)
    else app.route(optionsOf({ contract, handler }, services))
  }
}

/** Mounts a route whose handler gets the body's bytes, as `request.body`. */
function mountRaw(app: FastifyInstance, mounted: Route, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    scope.route(optionsOf(mounted, services))
  })
}

function optionsOf({ contract, handler }: Route, services: Services) {
  return {
    method: contract.method,
    url: contract.path,
    bodyLimit: contract.bodyLimit ?? defaultBodyLimit,
    config: { contract } as object,
    handler: (request: FastifyRequest, reply: FastifyReply) => answer(services, contract, handler, request, reply),
  }
}

/** Handles a request. Authorizes the sender before anything is read, so that refusals disclose least. */
async function answer(
  services: Services,
  contract: Contract,
  handler: Route['handler'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (contract.feature === 'billing' && services.settings.billing === 'off') enforce('hidden')
  const caller = await findCaller(services, request, () => checkRate(services, contract, request, null))
  await checkRate(services, contract, request, caller)
  if (caller?.apiToken) checkToken(contract, caller.apiToken)
  const signedIn = caller?.session ? { session: caller.session } : null
  // Checks the session before the CSRF token. Both are invalid after a session has ended, but the user then needs to
  // sign in.
  if (!caller && needsSignIn(contract)) enforce('sign-in')
  if (contract.method === 'GET') {
    if (!contract.otherSites) checkReadSite(request)
  } else {
    // Other sites cannot set the header of a token, so it proves that the request is not forged.
    if (caller?.apiToken) checkReadSite(request)
    else if (contract.csrf === undefined) checkCsrf(services, request, signedIn)
    refuseCards(contract, request)
  }
  const granted = await checkPermission(services, contract, request, caller?.user ?? null)
  const input = {
    params: parse(contract.params, checkNoNul(request.params)),
    query: parse(contract.query, storable(request.query)),
    body: reads(contract) ? parse(contract.body, storable(request.body ?? {})) : undefined,
  }
  const done = await run(services, contract, handler, { ...input, ...granted, caller, request, reply })
  return send(contract, reply, done)
}

/** Whether the body is parsed by its schema, and not by the handler. */
function reads({ input = 'data' }: Contract): boolean {
  return input === 'data'
}

/** Refuses a card number in a body that is no content: cards are entered with the payment provider. */
function refuseCards(contract: Contract, request: FastifyRequest): void {
  if (!reads(contract) || !isCardFree(contract) || !hasCardNumber(request.body)) return
  throw invalid('base', accountMessages.billing.cardNumber)
}

async function checkRate(
  services: Services,
  contract: Contract,
  request: FastifyRequest,
  caller: Caller | null,
): Promise<void> {
  // A page counts once, so the calls that render it do not count.
  if (isInProcess(request)) return
  const { rate } = contract
  const subject = rates[rate].by === 'user' && caller ? `user:${caller.user.id}` : request.ip
  const { allowed, retryAfter } = await services.limits.take(rate, subject)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
}

/** Throws 404 for path parameters with NUL bytes, which databases refuse. */
function checkNoNul(params: unknown): unknown {
  if (storable(params) !== params) enforce('hidden')
  return params
}

/** Validates one part of the input. Error fields omit the wrapping object: {user: {name}} gives `name`. */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string[]> = {}
  for (const issue of result.error.issues) {
    const path = issue.path.length > 1 ? issue.path.slice(1) : issue.path
    const field = path.join('.') || 'base'
    fields[field] = [...(fields[field] ?? []), issue.message]
  }
  throw new HttpError(422, result.error.issues[0]?.message ?? 'Invalid', { fields })
}

interface Gathered extends Granted {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: Caller | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function run(
  services: Services,
  contract: Contract,
  handler: Route['handler'],
  gathered: Gathered,
): Promise<unknown> {
  const { database } = services
  const after: (() => void | Promise<void>)[] = []
  const context = (db: Context['db']): Context =>
    ({
      ...gathered,
      user: gathered.caller?.user ?? null,
      session: gathered.caller?.session ?? null,
      apiToken: gathered.caller?.apiToken ?? null,
      db,
      services,
      transaction: (work) => database.transaction(work),
      afterCommit: (work) => {
        after.push(work)
      },
    }) as Context
  const result = await within(services, contract, (db) => handler(context(db)))
  for (const work of after) await work()
  return result
}

/** Runs a GET outside transactions, and a write inside one unless its contract says otherwise. */
function within(
  { database }: Services,
  contract: Contract,
  work: (db: Context['db']) => Promise<unknown>,
): Promise<unknown> {
  if (contract.method === 'GET') return work(database.read)
  if (contract.transaction === 'own') return work(database.write)
  return database.transaction(work)
}

/** Sends the answer restricted to the contract: undeclared fields never leave the server. */
function send(contract: Contract, reply: FastifyReply, result: unknown): unknown {
  // Answers depend on the user, so no shared cache may store them.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
  const { output } = contract
  if (output === 'empty') return reply.code(204).send()
  reply.code(contract.status ?? 200)
  if (output === 'html') return reply.type('text/html; charset=utf-8').send(result)
  if (output === 'stream') {
    const stream = result as StreamAnswer
    if (stream.fileName) reply.header('content-disposition', `attachment; filename="${stream.fileName}"`)
    return reply.type(stream.type).send(stream.body)
  }
  const restricted = output.parse(result)
  if (restricted === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(restricted))
}
