import type { ApiClient } from '../../../api/client.ts'
import { type ImportAnswer, importsContracts } from '../../../api/imports/contract.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { watchJobs } from '../../data/watch-jobs.ts'
import { followImport } from './follow-import.ts'
import { type ImportChoice, type ImportSource, sendImport } from './send-import.ts'

/** Where an import is. */
export type ImportState =
  | { readonly kind: 'idle'; readonly error: string | null }
  /** `fraction` null: a folder is read, or an address is sent. */
  | { readonly kind: 'sending'; readonly name: string; readonly fraction: number | null }
  | { readonly kind: 'reading'; readonly name: string; readonly current: ImportAnswer; readonly isFetched: boolean }
  | { readonly kind: 'finished'; readonly result: ImportAnswer }

/** An import that has not ended. */
export type RunningImport = Extract<ImportState, { kind: 'sending' | 'reading' }>

export function isRunning(state: ImportState): state is RunningImport {
  return state.kind === 'sending' || state.kind === 'reading'
}

/** Imports one source after another. */
export interface ImportRunner {
  readonly state: Store<ImportState>
  start(source: ImportSource, choice: ImportChoice): Promise<void>
  /** Cancels the running import, and forgets one that has ended. */
  cancel(): void
  /** Goes back to the choice of a source; what was imported stays. */
  reset(): void
}

function nameOf(source: ImportSource): string {
  if ('address' in source) return source.address
  return 'file' in source ? source.file.name : 'Folder'
}

/** Creates what imports files, folders and addresses. Close it with cancel(). */
export function createImport(api: ApiClient, watch: typeof watchJobs = watchJobs): ImportRunner {
  const state = createStore<ImportState>({ kind: 'idle', error: null })
  let abort = new AbortController()
  let importId: number | null = null

  const run = async (source: ImportSource, choice: ImportChoice, signal: AbortSignal): Promise<void> => {
    const name = nameOf(source)
    const isFetched = 'address' in source
    state.set({ kind: 'sending', name, fraction: null })
    const sent = await sendImport(api, source, choice, signal, (fraction) => {
      if (!signal.aborted) state.set({ kind: 'sending', name, fraction })
    })
    importId = sent.id
    if (signal.aborted) return remove()
    const show = (current: ImportAnswer) => state.set({ kind: 'reading', name: current.file_name, current, isFetched })
    show(sent)
    const result = await followImport(api, watch, sent, signal, show)
    if (signal.aborted) return
    importId = null
    if (result.status === 'failed') throw new Error(result.error ?? importMessages.failed)
    state.set({ kind: 'finished', result })
  }

  const remove = (): void => {
    const id = importId
    importId = null
    // It has ended if it is not there any more.
    if (id !== null) api.call(importsContracts.remove, { params: { id } }).catch(() => {})
  }

  return {
    state,
    async start(source, choice) {
      abort = new AbortController()
      const { signal } = abort
      await run(source, choice, signal).catch((error: unknown) => {
        if (signal.aborted) return
        remove()
        state.set({ kind: 'idle', error: error instanceof Error ? error.message : importMessages.failed })
      })
    },
    cancel() {
      abort.abort()
      remove()
      state.set({ kind: 'idle', error: null })
    },
    reset: () => state.set({ kind: 'idle', error: null }),
  }
}
