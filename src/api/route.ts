import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Plan } from '../rules/plans.ts'
import type { HostedUser } from '../server/db/hosted-users.ts'
import type { Db } from '../server/db/open-database.ts'
import type { Schema } from '../server/db/schema.ts'
import type { SessionRow } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import type { ApiTokenUse } from './api-tokens/find-by-token.ts'
import type { Answer, Contract, OwnerPermission, Parsed, Permission, SessionPermission } from './contract.ts'
import type { LoadedDeck } from './decks/load-deck.ts'
import type { Owner } from './owner.ts'

/** Permissions that require a user. */
type Personal = 'signed-in' | 'operator' | OwnerPermission
type UserFor<P extends Permission> = P extends Personal ? HostedUser : HostedUser | null
/** A session, where visitors and API tokens are refused. */
type SessionFor<C extends Contract> = C['permission'] extends SessionPermission
  ? SessionRow
  : C['permission'] extends Personal
    ? C extends { readonly tokens: 'never' }
      ? SessionRow
      : SessionRow | null
    : SessionRow | null
type ForOwner<P extends Permission, T> = P extends OwnerPermission ? T : undefined
type DeckFor<P extends Permission> = P extends `deck:${string}` ? LoadedDeck : undefined

/** Input of a handler. Rate limit, session, CSRF, permission and input are checked already. */
export interface Context<C extends Contract = Contract> {
  readonly params: Parsed<C['params']>
  readonly query: Parsed<C['query']>
  readonly body: Parsed<C['body']>
  readonly user: UserFor<C['permission']>
  /** Null for visitors and for requests with an API token. */
  readonly session: SessionFor<C>
  /** The API token of the request; else null. */
  readonly apiToken: ApiTokenUse | null
  /** The deck of a `deck:` permission, with its owner and the user's role. */
  readonly loaded: DeckFor<C['permission']>
  /** The owner of an `own:` or `team:` permission. */
  readonly owner: ForOwner<C['permission'], Owner>
  /** The owner's plan. */
  readonly ownerPlan: ForOwner<C['permission'], Plan>
  /** The transaction of a write; for a GET the reader; for contracts with 'own' the writer without a transaction. */
  readonly db: Db
  /** Opens a transaction; only for contracts with 'own'. */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Registers work to run after the commit and before the answer. It does not run if the handler throws. */
  afterCommit(work: () => void | Promise<void>): void
}

/** A contract with its handler. */
export interface Route {
  readonly contract: Contract
  readonly handler: (context: Context) => Promise<unknown>
}

/** Pairs a contract with its handler, whose types follow from it. */
export function route<C extends Contract>(
  contract: C,
  handler: (context: Context<C>) => Promise<Answer<C['output']>>,
): Route {
  // A handler takes its own contract's context only, and mounting passes it no other.
  return { contract, handler: handler as unknown as Route['handler'] }
}
