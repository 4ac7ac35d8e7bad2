import type * as merging from './merging.ts'

/** The merge of foreign changes. */
export type Merging = typeof merging

let loaded: Merging | null = null

/**
 * Loads the merge of foreign changes, which the editor's first load leaves out. Called at the first input and when text
 * editing starts, long before a foreign change can meet typed text.
 */
export async function loadMerging(): Promise<void> {
  loaded = await import('./merging.ts')
}

/** The merge, or null before it is loaded. */
export function loadedMerging(): Merging | null {
  return loaded
}
