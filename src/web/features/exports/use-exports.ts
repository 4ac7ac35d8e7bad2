import { useCallback, useEffect, useRef, useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { type DeckExport, type ExportOffer, exportsContracts } from '../../../api/exports/contract.ts'
import type { ExportType } from '../../../rules/export-formats/index.ts'
import { timings } from '../../../rules/timings.ts'
import { showError } from '../../../ui/toast/toast-store.ts'
import { watchJobs } from '../../data/watch-jobs.ts'

/** The last exports of a deck, as far as they are loaded. */
export type LoadedExports =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'loaded'; readonly list: readonly DeckExport[]; readonly offer: ExportOffer }

/** The last exports of a deck and what can be done with them. */
export interface Exports {
  readonly loaded: LoadedExports
  /** The id of an export that was started, until the server was asked for its state. */
  readonly started: number | null
  readonly reload: () => void
  /** Starts an export; whether it could be started. Failures are shown as toasts. */
  readonly start: (type: ExportType, options: Readonly<Record<string, boolean | string>>) => Promise<boolean>
  /** Cancels an export, or deletes its file. */
  readonly remove: (id: number) => Promise<void>
}

/** Whether an export is still being made. */
export function isOpen({ status }: Pick<DeckExport, 'status'>): boolean {
  return status === 'pending' || status === 'processing'
}

function withProgress(now: LoadedExports, id: number, progress: Pick<DeckExport, 'slide' | 'slides'>): LoadedExports {
  if (now.state !== 'loaded') return now
  const list = now.list.map((one) => (one.id === id ? { ...one, ...progress, status: 'processing' as const } : one))
  return { ...now, list }
}

/** The pause in ms before a further question for the state of exports, after some. */
export function pollPause(asked: number): number {
  return Math.min(timings.exportPoll, timings.exportFirstPoll * 2 ** asked)
}

/** Loads the last exports of a deck while `shown`, and again every two seconds at least while one is being made. */
export function useExports(api: ApiClient, deckId: number, shown: boolean, initial?: LoadedExports): Exports {
  const [loaded, setLoaded] = useState<LoadedExports>(initial ?? { state: 'loading' })
  const [started, setStarted] = useState<number | null>(null)
  const params = { id: String(deckId) }
  /** Questions since an export was started. */
  const asked = useRef(Number.POSITIVE_INFINITY)
  /** Answers of requests that began before a change are old. */
  const changes = useRef(0)
  const load = useCallback(async () => {
    const before = changes.current
    try {
      const { results, offer } = await api.call(exportsContracts.list, { params: { id: String(deckId) } })
      if (changes.current !== before) return
      setStarted(null)
      setLoaded({ state: 'loaded', list: results, offer })
    } catch {
      // While exports are shown, the next poll asks again.
      setLoaded((now) => (now.state === 'loaded' ? { ...now } : { state: 'failed' }))
    }
  }, [api, deckId])
  const isGiven = useRef(initial !== undefined)
  useEffect(() => {
    if (shown && !isGiven.current) void load()
    isGiven.current = false
  }, [shown, load])
  useEffect(() => {
    if (!shown || loaded.state !== 'loaded' || !loaded.list.some(isOpen)) return
    const timer = setTimeout(() => void load(), pollPause(asked.current))
    asked.current += 1
    return () => clearTimeout(timer)
  }, [shown, loaded, load])
  const isWaiting = shown && loaded.state === 'loaded' && loaded.list.some(isOpen)
  useEffect(() => {
    if (!isWaiting) return
    return watchJobs('export', ({ id, status, done, slides }) => {
      // A message shows its state, and puts the next poll off.
      if (status === 'processing') setLoaded((now) => withProgress(now, id, { slide: done, slides: slides ?? 0 }))
      else void load()
    })
  }, [isWaiting, load])
  const change = async (work: () => Promise<unknown>, done: (list: readonly DeckExport[]) => readonly DeckExport[]) => {
    try {
      await work()
      changes.current += 1
      setLoaded((now) => (now.state === 'loaded' ? { ...now, list: done(now.list) } : now))
      return true
    } catch (error) {
      showError(failureText(error))
      return false
    }
  }
  return {
    loaded,
    started,
    reload: () => {
      setLoaded({ state: 'loading' })
      void load()
    },
    async start(type, options) {
      let made: DeckExport | null = null
      return change(
        async () => {
          const body = { deck_export: { type, options: { ...options } } }
          made = await api.call(exportsContracts.create, { params, body })
          asked.current = 0
          setStarted(made.id)
        },
        (list) => (made ? [made, ...list.filter(({ id }) => id !== made?.id)] : list),
      )
    },
    async remove(id) {
      const call = () => api.call(exportsContracts.remove, { params: { ...params, export_id: String(id) } })
      await change(call, (list) => list.filter((one) => one.id !== id))
    },
  }
}
