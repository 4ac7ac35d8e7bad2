import type { FindOptions } from './find-matches.ts'

/** An open search: the query, the replacement and the current match. */
export interface FindState extends FindOptions {
  readonly replacement: string
  /** Whether the replacement field is shown. */
  readonly replaces: boolean
  /** The index of the current match, from 0. */
  readonly at: number
  /** Incremented at each request for the search, so that its field takes the focus again. */
  readonly asked: number
}
