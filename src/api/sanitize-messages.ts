import type { ContentRules } from './decks/content-rules.ts'
import type { SentContent } from './decks/prepare-content.ts'

/** The task sent to a sanitizer worker. */
export type SanitizeTask =
  | { readonly kind: 'content'; readonly content: SentContent; readonly rules: ContentRules }
  | { readonly kind: 'svg'; readonly source: string; readonly rules: ContentRules }

/** The worker's reply: the result, or an HttpError's fields to rethrow. Other errors end the worker. */
export type SanitizeReply =
  | { readonly done: unknown }
  | {
      readonly refused: {
        readonly status: number
        readonly message: string
        readonly fields?: Readonly<Record<string, readonly string[]>>
      }
    }
