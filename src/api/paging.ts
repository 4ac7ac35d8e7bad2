import { z } from 'zod'
import { limits } from '../rules/limits.ts'
import { nonNegativeInt } from './inputs.ts'

/**
 * Query fields of a paged list, for its contract. `perPage`: the default of per_page, which is at most
 * limits.list.perPageMax.
 */
export function pageQuery(perPage: number = limits.list.perPage) {
  return {
    page: nonNegativeInt.default(1).transform((page) => Math.max(1, page)),
    per_page: nonNegativeInt.default(perPage).transform((rows) => Math.min(Math.max(1, rows), limits.list.perPageMax)),
  }
}

/** Answer fields of a paged list, for its contract. */
export function pageOutput<T extends z.ZodType>(result: T) {
  return { results: z.array(result), total: z.number(), page: z.number(), per_page: z.number() }
}

/** The page number and size in a parsed query. */
export function pageOf({ page, per_page: perPage }: { page: number; per_page: number }) {
  return { page, perPage }
}

/** The answer to a paged list. */
export function pageAnswer<T>({ page, perPage }: ReturnType<typeof pageOf>, total: number, results: T[]) {
  return { results, total, page, per_page: perPage }
}
