import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  HandleEmptyInListsPlugin,
  Kysely,
  type KyselyPlugin,
  type QueryResult,
  replaceWithNoncontingentExpression,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import type { Plan } from '../../rules/plans.ts'
import { Checkpointer, mayCheckpointBeside, writeBackOn } from './checkpointer.ts'
import { GroupCommit } from './group-commit.ts'
import { PermissionVersion } from './permission-version.ts'
import { overridePlan } from './plan-override.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { makePrivate } from './private-file.ts'
import { shareQueries } from './query-family.ts'
import type { Schema } from './schema.ts'
import { NodeSqliteDialect, type OpenSqlite, openSqlite, type SqliteStatements } from './sqlite.ts'

/** A handle for queries: the database or a transaction on it. */
export type Db = Kysely<Schema> | Transaction<Schema>

/** The open database of an instance. */
export interface Database {
  readonly kind: 'sqlite' | 'postgres'
  /** For reading outside transactions. */
  readonly read: Kysely<Schema>
  /** For single writes outside transactions. Inside a transaction it throws, since on SQLite it would deadlock. */
  readonly write: Kysely<Schema>
  /**
   * Runs `work` in one transaction: commits if `work` resolves, and otherwise rolls back. Serialization failures are
   * not retried.
   */
  transaction<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /**
   * A number that is another one after each write that permissions may depend on, of this process or of another: what
   * was read since it was this one still holds. Null where that cannot be told, as on Postgres.
   */
  permissionVersion(): number | null
  /** Truncates SQLite's write-ahead log into the file; no effect on Postgres. */
  checkpoint(): void
  /** Runs `work` with a handle without statement timeouts, for migrations and backups. */
  withoutTimeouts<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The transaction that code runs in; `ended` for what continues after it. */
const insideTransaction = new AsyncLocalStorage<{ ended: boolean }>()
const guard: KyselyPlugin = {
  transformQuery: (args) => {
    if (insideTransaction.getStore())
      throw new Error('The outer database handle was used inside a transaction; use the transaction.')
    return args.node
  },
  transformResult: async (args) => args.result,
}
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })

function assemble(
  kind: Database['kind'],
  read: Kysely<Schema>,
  plain: Kysely<Schema>,
  plugins: readonly KyselyPlugin[],
  ends: Pick<Database, 'checkpoint' | 'withoutTimeouts' | 'permissionVersion'> & {
    readonly checkpointer?: Checkpointer | null
    /** Runs a statement at once, on the connection of transactions. */
    runStatement?(trx: Db, text: string): void
    /** Called with the handle of each transaction. */
    opened?(handle: Db): void
  },
): Database {
  const write = plain.withPlugin(guard)
  // SQLite has one writer. Postgres groups the commits of its connections itself.
  const group =
    kind === 'sqlite' ? new GroupCommit(plain, 10, () => ends.checkpointer?.committed(), ends.runStatement) : null
  const begin: Database['transaction'] = (work) => group?.run(work) ?? write.transaction().execute(work)
  return {
    kind,
    read,
    write,
    transaction: async (work) => {
      if (insideTransaction.getStore()?.ended === false)
        throw new Error('A transaction was begun inside another; use that one.')
      return begin((trx) => {
        const inside = { ended: false }
        const handle = plugins.reduce((each, plugin) => each.withPlugin(plugin), trx.withoutPlugins())
        shareQueries(handle, plain)
        ends.opened?.(handle)
        return insideTransaction
          .run(inside, () => work(handle))
          .finally(() => {
            inside.ended = true
          })
      })
    },
    permissionVersion: ends.permissionVersion,
    checkpoint: ends.checkpoint,
    withoutTimeouts: ends.withoutTimeouts,
    close: async () => {
      await ends.checkpointer?.close()
      ends.checkpoint()
      await plain.destroy()
      if (read !== plain) await read.destroy()
    },
  }
}

/**
 * Lets compiled queries of a handle (see prepared.ts) run on an SQLite connection at once. Kysely waits a dozen times for
 * what is there, longer than most statements take.
 */
function runAtOnce(handle: Db, prepare: SqliteStatements['prepare'], plugins: readonly KyselyPlugin[]): void {
  const executeQuery = async ({ sql, parameters, queryId }: CompiledQuery): Promise<QueryResult<UnknownRow>> => {
    const statement = prepare(sql)
    let result: QueryResult<UnknownRow>
    if (statement.reader) result = { rows: statement.all(parameters) as UnknownRow[] }
    else result = { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
    for (const plugin of plugins) result = await plugin.transformResult({ result, queryId })
    return result
  }
  Object.assign(handle, { executeQuery })
}

/**
 * SQLite rolls a transaction back itself, as on a full disk. Later statements would be committed one by one: those of work
 * that continues, and the savepoints of the works after it.
 */
function demandTransaction(raw: OpenSqlite['raw']): void {
  if (!raw.isTransaction) throw new Error('The database has rolled back the transaction.')
}

/** Null where commits write the log back themselves. */
function openCheckpointer(path: string, raw: OpenSqlite['raw']): Checkpointer | null {
  const { version } = raw.prepare('select sqlite_version() as version').get() as { version: string }
  if (!mayCheckpointBeside(version)) return null
  return new Checkpointer(path, {
    setPages: (pages) => raw.exec(`pragma wal_autocheckpoint=${pages}`),
    finish: () => writeBackOn(raw),
  })
}

/** Options for opening a database. */
export interface DatabaseOptions {
  readonly maxConnections?: number
  /** A plan that overrides the stored one of every user and team, for instances without billing; missing: no override. */
  readonly planOverride?: Plan
}

/**
 * Opens the database of an address: `postgres://…`, or the path of a SQLite file (created if missing).
 * Does not migrate; see migrate.ts.
 */
export function openDatabase(address: string, options: DatabaseOptions = {}): Database {
  const ofResults = options.planOverride ? [overridePlan(options.planOverride)] : []
  const plugins = [emptyLists, ...ofResults]
  if (/^postgres(ql)?:\/\//.test(address)) {
    const open = (how: PostgresOptions) => new Kysely<Schema>({ dialect: openPostgres(address, how).dialect, plugins })
    const db = open(options)
    return assemble('postgres', db, db, plugins, {
      permissionVersion: () => null,
      checkpoint: () => {},
      withoutTimeouts: async (work) => {
        const patient = open({ maxConnections: 2, withoutTimeouts: true })
        return work(patient).finally(() => patient.destroy())
      },
    })
  }
  makePrivate(address)
  const writer = openSqlite(address)
  const permissions = new PermissionVersion(writer.raw)
  const prepare: typeof writer.db.prepare = (text) => {
    // On the one connection it would be committed with another's transaction, though its own was rolled back.
    const inside = insideTransaction.getStore()
    if (inside?.ended) throw new Error('A statement was run after the end of its transaction.')
    if (inside) demandTransaction(writer.raw)
    const statement = writer.db.prepare(text)
    permissions.note(statement.isQuiet, text)
    return statement
  }
  const reader = openSqlite(address, { readOnly: true })
  const open = (database: SqliteStatements) =>
    new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database }), plugins })
  const plain = open({ ...writer.db, prepare })
  const read = open(reader.db)
  runAtOnce(read, reader.db.prepare, ofResults)
  return assemble('sqlite', read, plain, plugins, {
    opened: (handle) => runAtOnce(handle, prepare, ofResults),
    runStatement: (_trx, text) => {
      demandTransaction(writer.raw)
      prepare(text).run([])
    },
    permissionVersion: () => permissions.now(),
    checkpoint: () => writer.raw.exec('pragma wal_checkpoint(truncate)'),
    withoutTimeouts: (work) => work(plain),
    checkpointer: openCheckpointer(address, writer.raw),
  })
}
