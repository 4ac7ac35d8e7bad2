import type { SelectQueryBuilder } from 'kysely'

/** One page of a list. */
export interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

/** Reads one page of `ordered`, which selects and orders the rows of `all`, and counts all. */
export async function readPage<DB, TB extends keyof DB, Row>(
  all: SelectQueryBuilder<DB, TB, Record<never, never>>,
  ordered: SelectQueryBuilder<DB, TB, Row>,
  { page, perPage }: Page,
) {
  const rows = await ordered
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const counted = all.select((e) => e.fn.countAll<number>().as('total')).$castTo<{ total: number }>()
  const { total } = await counted.executeTakeFirstOrThrow()
  return { rows, total }
}
