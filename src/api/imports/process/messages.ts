import type { FormatReader } from '../format.ts'
import type { FetchedFile, ReaderSource, ReadHead, ReadSettings, ReadSlide } from './reader.ts'

/** Messages to the reading process: first the task, then one for each slide taken and each file fetched. */
export type ToReader =
  | {
      readonly type: 'task'
      readonly format: FormatReader['id']
      readonly source: ReaderSource
      /**
       * Resident memory in bytes, and the longest time and the most processor time in ms without a message, beyond which the
       * process ends.
       */
      readonly memory: number
      readonly silence: number
      readonly work: number
    }
  | { readonly type: 'taken' }
  /** The answer to `fetch`. */
  | { readonly type: 'fetched'; readonly id: number; readonly file: FetchedFile | null }

/** A message of the reading process. */
export type FromReader =
  /** The code of the format is loaded: the time of its first slide begins. */
  | { readonly type: 'ready' }
  | { readonly type: 'head'; readonly head: ReadHead }
  | { readonly type: 'slide'; readonly slide: ReadSlide }
  /** Asks for a file that a downloaded page names. */
  | { readonly type: 'fetch'; readonly id: number; readonly url: string }
  | { readonly type: 'done'; readonly settings: ReadSettings }
  /** `message` null: not an expected error. */
  | { readonly type: 'failed'; readonly message: string | null; readonly detail: string }

/** Exit codes of the reading process. */
export const exitCodes = { memory: 3, silence: 4 } as const

/** Slides that are sent before the first of them was taken: enough that reading need not wait for storing. */
export const slidesAhead = 3
