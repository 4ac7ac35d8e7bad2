import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Plan } from '../rules/plans.ts'
import type { HostedUser } from '../server/db/hosted-users.ts'
import type { Db } from '../server/db/open-database.ts'
import type { Schema } from '../server/db/schema.ts'
import type { SessionRow } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'
import type { Answer, Contract, OwnerPermission, Parsed, Permission } from './contract.ts'
import type { LoadedDeck } from './decks/load-deck.ts'
import type { Owner } from './owner.ts'

/** The person a route may count on: never null unless the route is public or asks about a deck. */
type Personal = 'signed-in' | 'operator' | OwnerPermission
type UserFor<P extends Permission> = P extends Personal ? HostedUser : HostedUser | null
type SessionFor<P extends Permission> = P extends Personal ? SessionRow : SessionRow | null
type ForOwner<P extends Permission, T> = P extends OwnerPermission ? T : undefined
type DeckFor<P extends Permission> = P extends `deck:${string}` ? LoadedDeck : undefined

/** What a handler is given. Rate, session, CSRF, input and permission are already checked. */
export interface Context<C extends Contract = Contract> {
  readonly params: Parsed<C['params']>
  readonly query: Parsed<C['query']>
  readonly body: Parsed<C['body']>
  readonly user: UserFor<C['permission']>
  readonly session: SessionFor<C['permission']>
  /** The deck of `deck:` permissions, with its owner and the person's role. */
  readonly loaded: DeckFor<C['permission']>
  /** Whose things an `own:` or `team:` route is about. */
  readonly owner: ForOwner<C['permission'], Owner>
  /** The plan that counts for the owner's things. */
  readonly ownerPlan: ForOwner<C['permission'], Plan>
  /** The transaction of a write; the reader of a GET; the writer outside any transaction when the contract says 'own'. */
  readonly db: Db
  /** Opens a transaction; only where the contract says 'own'. */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Runs after the commit and before the answer; not at all when the handler throws. */
  afterCommit(work: () => void | Promise<void>): void
}

/** A contract with what answers it. */
export interface Route {
  readonly contract: Contract
  readonly handler: (context: Context) => Promise<unknown>
}

/** Joins a contract with its handler; the handler's types come from the contract. */
export function route<C extends Contract>(
  contract: C,
  handler: (context: Context<C>) => Promise<Answer<C['output']>>,
): Route {
  return { contract, handler: handler as unknown as Route['handler'] }
}
