import type { Removal } from '../../document/sanitize/sanitize.ts'

/** What the compiler asks of its process. */
export interface LessRequest {
  readonly source: string
  readonly mediaHosts: readonly string[]
  /** Largest result in bytes, before and after cleaning. */
  readonly maxBytes: number
}

/** What the process says: once that it is ready, then one answer to each request. */
export type LessReply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly css: string; readonly removed: readonly Removal[] }
  | { readonly type: 'failed'; readonly message: string }
