import { apiErrorFrom } from '../../../api/api-error.ts'
import { type ApiClient, pathOf } from '../../../api/client.ts'
import { type ImportAnswer, importsContracts } from '../../../api/imports/contract.ts'
import type { ImportMode, PdfMode } from '../../../rules/import-formats.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { createStore, type Store } from '../../../ui/store.ts'
import { postFile } from '../../data/send-file.ts'
import { watchJobs } from '../../data/watch-jobs.ts'
import { followImport } from './follow-import.ts'

/** Where an import is. */
export type ImportState =
  | { readonly kind: 'idle'; readonly error: string | null }
  | { readonly kind: 'sending'; readonly name: string; readonly fraction: number }
  | { readonly kind: 'reading'; readonly name: string; readonly current: ImportAnswer }
  | { readonly kind: 'finished'; readonly result: ImportAnswer }

/** What the user decides besides the file. */
export interface ImportChoice {
  readonly pdf: PdfMode
  readonly mode: ImportMode
  /** The deck that the slides are for; missing: they become a new one. */
  readonly deckId?: number
}

/** Imports one file after another. */
export interface ImportRunner {
  readonly state: Store<ImportState>
  start(file: File, choice: ImportChoice): Promise<void>
  /** Cancels the running import, and forgets one that has ended. */
  cancel(): void
}

/** Why a file is refused before it is sent; null: it is not. */
export function refusalOf(file: Pick<File, 'size'>): string | null {
  if (file.size > limits.upload.importKilobytes * 1000) return importMessages.tooLarge
  return file.size === 0 ? importMessages.nothingInIt : null
}

/** The answer to the upload. Throws an Error with a message for the user. */
async function send(
  file: File,
  { deckId, ...query }: ImportChoice,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<ImportAnswer> {
  const path = pathOf(importsContracts.create, { query: { ...query, deck_id: deckId } })
  const { status, text } = await postFile(path, file, { signal, onProgress }).catch(() => {
    throw new Error(importMessages.notSent)
  })
  const body = (() => {
    try {
      return JSON.parse(text) as ImportAnswer
    } catch {
      return null
    }
  })()
  if (status === 201 && body) return body
  const error = apiErrorFrom(status, body)
  throw new Error(error.isUserMessage ? error.message : importMessages.failed)
}

/** Creates what imports files. Close it with cancel(). */
export function createImport(api: ApiClient, watch: typeof watchJobs = watchJobs): ImportRunner {
  const state = createStore<ImportState>({ kind: 'idle', error: null })
  let abort = new AbortController()
  let importId: number | null = null

  const run = async (file: File, choice: ImportChoice, signal: AbortSignal): Promise<void> => {
    state.set({ kind: 'sending', name: file.name, fraction: 0 })
    const sent = await send(file, choice, signal, (fraction) => {
      if (!signal.aborted) state.set({ kind: 'sending', name: file.name, fraction })
    })
    importId = sent.id
    if (signal.aborted) return remove()
    state.set({ kind: 'reading', name: file.name, current: sent })
    const result = await followImport(api, watch, sent, signal, (current) => {
      state.set({ kind: 'reading', name: current.file_name, current })
    })
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
    async start(file, choice) {
      const refusal = refusalOf(file)
      if (refusal !== null) return state.set({ kind: 'idle', error: refusal })
      abort = new AbortController()
      const { signal } = abort
      await run(file, choice, signal).catch((error: unknown) => {
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
  }
}
