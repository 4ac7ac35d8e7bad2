import type { ColumnType, JSONColumnType } from 'kysely'

/** A time column: written and read as Date (ms precision on both databases). */
export type Time = ColumnType<Date, Date, Date>
/** A time column that may be null. */
export type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>
/** A JSON column: always written as text (JSON.stringify) and read parsed. */
export type Json<T extends object> = JSONColumnType<T, string, string>
