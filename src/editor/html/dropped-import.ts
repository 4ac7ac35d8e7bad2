import type { Dropped } from '../../ui/form/dropped-files.ts'
import { createStore } from '../../ui/store.ts'

/** What was dropped on the slide to be imported; the import's dialog takes it. Null: nothing waits. */
export const droppedImport = createStore<Dropped | null>(null)
