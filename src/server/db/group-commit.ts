import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'

/** Transactions of a group. */
const maxInGroup = 32

type RunStatement<Schema> = (trx: Transaction<Schema>, text: string) => unknown

interface Waiting<Schema> {
  readonly work: (trx: Transaction<Schema>) => Promise<unknown>
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs transactions one after the other, and commits those that wait for each other together: most of a commit's time is
 * the wait for the disk. Each but the first is a savepoint, so one that fails is rolled back alone. All get their outcome
 * after the commit: what is acknowledged is durable, and no work acts on what another has not committed yet. A work's
 * statements run before the next one's savepoint only: open-database.ts refuses those after its end.
 */
export class GroupCommit<Schema> {
  readonly #db: Kysely<Schema>
  readonly #waiting: Waiting<Schema>[] = []
  readonly #joinWithin: number
  readonly #committed: () => void
  readonly #run: RunStatement<Schema>
  /** The loop has the context of no caller, and each work that of its own. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #running = false

  /**
   * `joinWithin`: ms after which no further transaction joins a group. `committed`: called after each commit. `run`: runs
   * the statements of savepoints on the transaction's connection.
   */
  constructor(
    db: Kysely<Schema>,
    joinWithin = 10,
    committed = () => {},
    run: RunStatement<Schema> = (trx, text) => trx.executeQuery(CompiledQuery.raw(text)),
  ) {
    this.#db = db
    this.#run = run
    this.#joinWithin = joinWithin
    this.#committed = committed
  }

  /** Runs work in a transaction. */
  run<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work: inThisContext(work), resolve, reject })
      if (!this.#running) void this.#outside(() => this.#loop())
    })
  }

  async #loop(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      await this.#group()
      // A commit holds the event loop: what other requests want written meanwhile is known once their events are handled.
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#running = false
  }

  async #group(): Promise<void> {
    const taken: Waiting<Schema>[] = []
    const outcomes: (() => void)[] = []
    try {
      await this.#db.transaction().execute(async (trx) => {
        const begun = performance.now()
        const first = this.#waiting.shift()!
        taken.push(first)
        // Most are alone. If it fails, the transaction has nothing else to keep.
        const value = (await first.work(trx)) as never
        outcomes.push(() => first.resolve(value))
        while (this.#waiting.length > 0 && taken.length < maxInGroup && performance.now() - begun < this.#joinWithin) {
          const next = this.#waiting.shift()!
          taken.push(next)
          outcomes.push(await outcomeIn(trx, next, this.#run))
        }
      })
      for (const settle of outcomes) settle()
      this.#committed()
    } catch (error) {
      // It did not begin, its first work failed, or it was not committed.
      for (const { reject } of taken.length > 0 ? taken : this.#waiting.splice(0, 1)) reject(error)
    }
  }
}

/**
 * A function that runs once what `run` does, in the asynchronous context of now. One bound by AsyncResource stays in memory
 * with all it refers to until the old generation is collected, which makes collections of the young one slow.
 */
function inThisContext<A, R>(run: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  const { promise, resolve } = Promise.withResolvers<A>()
  const result = promise.then(run)
  return (argument) => {
    resolve(argument)
    return result
  }
}

/** Runs one work of a group; returns what settles it after the commit. */
async function outcomeIn<Schema>(
  trx: Transaction<Schema>,
  { work, resolve, reject }: Waiting<Schema>,
  run: RunStatement<Schema>,
): Promise<() => void> {
  await run(trx, 'savepoint one')
  try {
    const value = (await work(trx)) as never
    await run(trx, 'release one')
    return () => resolve(value)
  } catch (error) {
    await run(trx, 'rollback to one')
    await run(trx, 'release one')
    return () => reject(error)
  }
}
