import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { messages } from '../rules/messages.ts'
import { rates } from '../rules/rates.ts'
import { checkCsrf, checkReadSite } from '../server/http/csrf.ts'
import { HttpError } from '../server/http/http-error.ts'
import { isInProcess } from '../server/http/in-process.ts'
import { findSignedIn, type SignedIn } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import type { Contract, StreamAnswer } from './contract.ts'
import { checkPermission, enforce, type Granted, needsSignIn } from './permission.ts'
import type { Context, Route } from './route.ts'
import { storable } from './storable.ts'

/** Bytes of a body, where the contract does not say otherwise. */
const usualBodyLimit = 1_000_000

/** Serves the routes. The app strips `.json` from addresses before routing, so each is there with and without. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], services: Services): void {
  for (const { contract, handler } of routes) {
    app.route({
      method: contract.method,
      url: contract.path,
      bodyLimit: contract.bodyLimit ?? usualBodyLimit,
      config: { contract },
      handler: (request, reply) => answer(services, contract, handler, request, reply),
    })
  }
}

/** One request from rate to answer, in the order that gives away least: nothing is read for somebody who may not ask. */
async function answer(
  services: Services,
  contract: Contract,
  handler: Route['handler'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const signedIn = await findSignedIn(services, request)
  await checkRate(services, contract, request, signedIn)
  // Before the token is looked at: that of a page whose session has ended since, or whose person was deactivated, belongs
  // to nobody, and "invalid token" would not say what to do.
  if (!signedIn && needsSignIn(contract)) enforce('sign-in')
  if (contract.method !== 'GET') checkCsrf(services, request, signedIn)
  else if (!contract.otherSites) checkReadSite(request)
  const granted = await checkPermission(services, contract, request, signedIn)
  const input = {
    params: parse(contract.params, checkNoNul(request.params)),
    query: parse(contract.query, storable(request.query)),
    body: contract.input === 'multipart' ? undefined : parse(contract.body, storable(request.body ?? {})),
  }
  const done = await run(services, contract, handler, { ...input, ...granted, signedIn, request, reply })
  return send(contract, reply, done)
}

async function checkRate(
  services: Services,
  contract: Contract,
  request: FastifyRequest,
  signedIn: SignedIn | null,
): Promise<void> {
  // A page counts itself, once: its calls must neither be refused half way nor use up the searches of its reader.
  if (isInProcess(request)) return
  const { rate } = contract
  const subject = rates[rate].by === 'user' && signedIn ? `user:${signedIn.user.id}` : request.ip
  const { allowed, retryAfter } = await services.limits.take(rate, subject)
  if (!allowed) throw new HttpError(429, messages.access.tooMany, { retryAfter })
}

/** Nothing has an address with NUL in it; databases would stumble over one. */
function checkNoNul(params: unknown): unknown {
  if (storable(params) !== params) enforce('hidden')
  return params
}

/** Checks one part of the input. Fields are named without the object that wraps them: {user: {name}} gives `name`. */
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
  readonly signedIn: SignedIn | null
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
      user: gathered.signedIn?.user ?? null,
      session: gathered.signedIn?.session ?? null,
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

/** A GET reads outside transactions; a write runs inside one unless its contract opens its own. */
function within(
  { database }: Services,
  contract: Contract,
  work: (db: Context['db']) => Promise<unknown>,
): Promise<unknown> {
  if (contract.method === 'GET') return work(database.read)
  if (contract.transaction === 'own') return work(database.write)
  return database.transaction(work)
}

/** Cuts the answer to the contract: a field that is not in it does not leave the server. */
function send(contract: Contract, reply: FastifyReply, result: unknown): unknown {
  // Answers depend on who asks; nothing between us and the browser may keep them.
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
  const cut = output.parse(result)
  if (cut === undefined) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(cut))
}
