import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './open-database.ts'
import { familyOf } from './query-family.ts'

/**
 * A query that is built and compiled once per database handle (once for all transactions), and then run with other
 * values. For frequent queries, building takes several times as long as SQLite needs to answer. `write` must use each
 * value once and in order; no other part of the query may depend on them.
 */
export function prepared<V extends readonly unknown[], R>(
  write: (db: Db, ...values: V) => Compilable<R>,
): (db: Db, ...values: V) => Promise<readonly R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  return async (db, ...values) => {
    const family = familyOf(db)
    const cached = compiled.get(family)
    const query = cached ?? write(db, ...values).compile()
    if (!cached) {
      const same = query.parameters.length === values.length && query.parameters.every((one, at) => one === values[at])
      if (!same) throw new Error('A prepared query has its values in another order, or others besides.')
      compiled.set(family, query)
    }
    const { rows } = await db.executeQuery<R>(cached ? { ...query, parameters: values } : query)
    return rows
  }
}

/** Longer lists of values are rare: their queries are built each time. */
const longest = 24

/** Like prepared, for queries with a list of values, which is in another statement for each length. */
export function preparedByLength<V extends readonly unknown[], R>(
  write: (db: Db, ...values: V) => Compilable<R>,
): (db: Db, ...values: V) => Promise<readonly R[]> {
  const byLength = new Map<number, (db: Db, ...values: V) => Promise<readonly R[]>>()
  return async (db, ...values) => {
    if (values.length > longest) return (await db.executeQuery<R>(write(db, ...values).compile())).rows
    const query = byLength.get(values.length) ?? prepared(write)
    byLength.set(values.length, query)
    return query(db, ...values)
  }
}
