import type { ContentRules } from './decks/content-rules.ts'
import type { SentContent } from './decks/prepare-content.ts'

/** What a thread that cleans content is given. */
export type CleanTask =
  | { readonly kind: 'content'; readonly content: SentContent; readonly rules: ContentRules }
  | { readonly kind: 'drawing'; readonly source: string; readonly rules: ContentRules }

/** What it answers: the result, or the refusal that the sender is to get. Other errors end the thread. */
export type CleanReply =
  | { readonly done: unknown }
  | {
      readonly refused: {
        readonly status: number
        readonly message: string
        readonly fields?: Readonly<Record<string, readonly string[]>>
      }
    }
