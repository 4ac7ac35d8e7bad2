import type { FindOptions } from './find-matches.ts'

/** A search that is open: what is looked for, what shall stand there, and which match one is at. */
export interface FindState extends FindOptions {
  readonly replacement: string
  /** Whether replacing is offered too. */
  readonly replaces: boolean
  /** Index of the match one is at, from 0. */
  readonly at: number
  /** Grows each time the search is asked for, so that its field takes the keyboard again. */
  readonly asked: number
}
