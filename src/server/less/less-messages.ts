import type { Removal } from '../../document/sanitize/sanitize.ts'

/** A request of the server to the compiler process. */
export interface LessRequest {
  readonly source: string
  /** `css`: the source is only filtered. */
  readonly language: 'less' | 'css'
  readonly mediaHosts: readonly string[]
  /** Maximum size of the CSS in bytes, before and after filtering. */
  readonly maxBytes: number
}

/** Where a mistake is, from 1. */
export interface LessPosition {
  readonly line: number
  readonly column: number
}

/** A message of the process: `ready` once, then one reply to each request. */
export type LessReply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly css: string; readonly removed: readonly Removal[] }
  | { readonly type: 'failed'; readonly message: string; readonly at?: LessPosition }
