import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { messages } from '../rules/messages.ts'
import { type Decision, type DeckAction, decideDeck, needsSession } from '../rules/permissions.ts'
import { rates } from '../rules/rates.ts'
import { checkCsrf, checkReadSite } from '../server/http/csrf.ts'
import { HttpError } from '../server/http/http-error.ts'
import { isInProcess } from '../server/http/in-process.ts'
import { findSignedIn, type SignedIn } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import { withLink } from './access-tokens/link-queries.ts'
import { actorOf, deckFacts } from './actor.ts'
import type { Contract, StreamAnswer } from './contract.ts'
import { type LoadedDeck, loadDeckFor } from './decks/load-deck.ts'
import { readId } from './read-id.ts'
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
  const loaded = await checkPermission(services, contract, request, signedIn)
  const input = {
    params: parse(contract.params, checkNoNul(request.params)),
    query: parse(contract.query, storable(request.query)),
    body: contract.input === 'multipart' ? undefined : parse(contract.body, storable(request.body ?? {})),
  }
  const done = await run(services, contract, handler, { ...input, signedIn, loaded, request, reply })
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

const refusals: Readonly<Record<Exclude<Decision, 'allow'>, () => HttpError>> = {
  'sign-in': () => new HttpError(401, 'Please sign in'),
  forbidden: () => new HttpError(403, 'Not allowed'),
  hidden: () => new HttpError(404, 'Not found'),
  upgrade: () => new HttpError(403, 'upgrade_required'),
}

/** Throws the refusal that a decision stands for; returns when it is 'allow'. */
export function enforce(decision: Decision): void {
  if (decision !== 'allow') throw refusals[decision]()
}

/** Whether visitors may not ask for this at all. */
export function needsSignIn({ permission }: Pick<Contract, 'permission'>): boolean {
  if (permission === 'public') return false
  return !permission.startsWith('deck:') || needsSession(permission.slice('deck:'.length) as DeckAction)
}

async function checkPermission(
  services: Services,
  contract: Contract,
  request: FastifyRequest,
  signedIn: SignedIn | null,
): Promise<LoadedDeck | undefined> {
  const { permission } = contract
  if (permission === 'public') return undefined
  const deckAction = permission.startsWith('deck:') ? (permission.slice('deck:'.length) as DeckAction) : null
  if (permission === 'operator' && !signedIn?.user.operator) enforce('forbidden')
  if (deckAction === null) return undefined
  const id = readId((request.params as { id?: string }).id)
  const userId = signedIn?.user.id ?? null
  const found = id === null ? null : await loadDeckFor(services.database.read, id, userId)
  if (!found) throw refusals.hidden()
  const loaded = await withLink(services, request, found)
  enforce(decideDeck(deckAction, actorOf(signedIn?.user ?? null), deckFacts(loaded, userId)))
  return loaded
}

/** Nothing has an address with NUL in it; databases would stumble over one. */
function checkNoNul(params: unknown): unknown {
  if (storable(params) !== params) throw refusals.hidden()
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

interface Gathered {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly signedIn: SignedIn | null
  readonly loaded: LoadedDeck | undefined
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
