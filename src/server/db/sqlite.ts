import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type DialectAdapter, SqliteAdapter, SqliteDialect } from 'kysely'
import { isQuiet } from './quiet-statements.ts'

type Decode = (value: unknown) => unknown
type Row = Record<string, unknown>

const decodeBoolean: Decode = (value) => (value === null ? null : value === 1)
const decodeTime: Decode = (value) => (value === null ? null : new Date(value as string))
const decodeJson: Decode = (value) => (typeof value === 'string' ? JSON.parse(value) : value)

/** SQLite stores booleans, times and JSON as numbers and text; the declared column type selects the decoder. */
function decoderFor(declaredType: string | null): Decode | undefined {
  const type = declaredType?.toLowerCase() ?? ''
  if (type === 'boolean') return decodeBoolean
  if (type.startsWith('timestamptz')) return decodeTime
  if (type === 'jsonb' || type === 'json') return decodeJson
  return undefined
}

/** Encodes a value for binding. node:sqlite would take a Date for named parameters, and bind NULL without an error. */
function encode(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) throw new TypeError('undefined bound as a parameter')
  if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) return JSON.stringify(value)
  return value as SQLInputValue
}

/** A statement set to return rows as arrays; Node's types know only rows as objects. */
interface ArrayStatement extends Pick<StatementSync, 'run'> {
  all(...parameters: SQLInputValue[]): readonly unknown[][]
  iterate(...parameters: SQLInputValue[]): Iterable<readonly unknown[]>
}

class Prepared {
  readonly reader: boolean
  /** Whether it changes nothing that permissions depend on. */
  readonly isQuiet: boolean
  readonly #statement: ArrayStatement
  readonly #columns: readonly { readonly name: string; readonly decode: Decode | undefined }[]
  /** A row without values: a copy has room for all columns, while a row that grows by each is copied again and again. */
  readonly #empty: Row

  constructor(statement: StatementSync, text: string) {
    this.isQuiet = isQuiet(text)
    // The declared types lack rows as arrays.
    this.#statement = statement as unknown as ArrayStatement
    this.#columns = statement.columns().map(({ name, type }) => ({ name, decode: decoderFor(type) }))
    this.#empty = Object.fromEntries(this.#columns.map(({ name }) => [name, null]))
    this.reader = this.#columns.length > 0
    // JavaScript builds a row of forty columns in a third of the time that SQLite's binding needs.
    statement.setReturnArrays(true)
  }

  #row(values: readonly unknown[]): Row {
    const row = { ...this.#empty }
    for (let index = 0; index < this.#columns.length; index++) {
      const { name, decode } = this.#columns[index]!
      row[name] = decode ? decode(values[index]) : values[index]
    }
    return row
  }

  all(parameters: readonly unknown[]): Row[] {
    return this.#statement.all(...parameters.map(encode)).map((row) => this.#row(row))
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...parameters.map(encode))
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<Row> {
    for (const row of this.#statement.iterate(...parameters.map(encode))) yield this.#row(row)
  }
}

const cacheable = /^\s*(select|insert|update|delete|with|begin|commit|rollback|savepoint|release)/i
const maxCached = 500

/** Caches statements by their text. A schema change clears the cache, since cached decoders would be stale. */
function preparedCache(raw: DatabaseSync): (sql: string) => Prepared {
  const cache = new Map<string, Prepared>()
  return (sql) => {
    const text = sql === 'begin' ? 'begin immediate' : sql
    const cached = cache.get(text)
    if (cached) return cached
    const prepared = new Prepared(raw.prepare(text), text)
    if (!cacheable.test(text)) cache.clear()
    else {
      if (cache.size >= maxCached) cache.delete(cache.keys().next().value as string)
      cache.set(text, prepared)
    }
    return prepared
  }
}

/** What Kysely's own dialect runs statements on. */
export interface SqliteStatements {
  close(): void
  prepare(sql: string): Prepared
}

/** An open SQLite file: `raw` for pragmas and backup, `db` for statements. */
export interface OpenSqlite {
  readonly raw: DatabaseSync
  readonly db: SqliteStatements
}

/**
 * Opens a SQLite file with write-ahead log and synchronous FULL: an acknowledged commit survives a power cut.
 * Throws if the file system does not support that (network file systems).
 */
export function openSqlite(path: string, options: { readOnly?: boolean } = {}): OpenSqlite {
  const raw = new DatabaseSync(path, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
    readOnly: options.readOnly ?? false,
  })
  if (!options.readOnly) {
    raw.exec('pragma journal_mode=wal; pragma synchronous=full; pragma fullfsync=on')
    const mode = raw.prepare('pragma journal_mode').get() as { journal_mode: string }
    if (mode.journal_mode !== 'wal') {
      raw.close()
      throw new Error(`The database ${path} cannot use a write-ahead log here; put DATA_DIR on a local disk.`)
    }
  }
  raw.exec('pragma temp_store=memory; pragma cache_size=-20000')
  const prepare = preparedCache(raw)
  return { raw, db: { close: () => raw.close(), prepare } }
}

class TransactionalDdlAdapter extends SqliteAdapter {
  // SQLite does roll back schema changes; Kysely assumes it does not. With this a failed migration changes nothing.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's SQLite dialect over node:sqlite. */
export class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalDdlAdapter()
  }
}
