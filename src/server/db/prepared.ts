import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Db } from './open-database.ts'
import type { Schema } from './schema.ts'

/**
 * A query that is built and compiled once for each database handle, and then run with other values: for what every
 * request asks, building takes several times as long as SQLite needs to answer. `write` puts the values in, each once
 * and in their order; nothing else of the query may follow from them.
 */
export function prepared<V extends readonly unknown[], R>(
  write: (db: Db, ...values: V) => Compilable<R>,
): (db: Db, ...values: V) => Promise<readonly R[]> {
  const compiled = new WeakMap<Kysely<Schema>, CompiledQuery<R>>()
  return async (db, ...values) => {
    const known = compiled.get(db)
    const query = known ?? write(db, ...values).compile()
    if (!known) {
      const same = query.parameters.length === values.length && query.parameters.every((one, at) => one === values[at])
      if (!same) throw new Error('A prepared query has its values in another order, or others besides.')
      compiled.set(db, query)
    }
    const { rows } = await db.executeQuery<R>(known ? { ...query, parameters: values } : query)
    return rows
  }
}
