import { createStore } from '../../ui/store.ts'

/** Slides that are being turned into blocks, once that takes a moment. */
export interface BlocksProgress {
  readonly done: number
  readonly all: number
  cancel(): void
}

/** Null while nothing runs, and for work that ends within a moment. */
export const blocksProgress = createStore<BlocksProgress | null>(null)
