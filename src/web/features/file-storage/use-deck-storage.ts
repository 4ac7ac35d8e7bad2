import { useCallback, useEffect, useState } from 'react'
import { failureText } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { fileStorageContracts as contracts, type DeckStorage } from '../../../api/file-storage/contract.ts'
import { timings } from '../../../rules/timings.ts'
import { showError } from '../../../ui/toast/toast-store.ts'

/** The file storage of a deck, as far as it is loaded. */
export type LoadedStorage = { readonly state: 'loading' | 'failed' } | ({ readonly state: 'loaded' } & DeckStorage)

/** Loads the file storage of a deck, and again every two seconds while the deck is synced. */
export function useDeckStorage(api: ApiClient, deckId: number) {
  const [loaded, setLoaded] = useState<LoadedStorage>({ state: 'loading' })
  const [busy, setBusy] = useState(false)
  const load = useCallback(async () => {
    try {
      const storage = await api.call(contracts.state, { params: { id: String(deckId) } })
      setLoaded({ state: 'loaded', ...storage })
    } catch {
      // While it is shown, the next poll asks again.
      setLoaded((now) => (now.state === 'loaded' ? { ...now } : { state: 'failed' }))
    }
  }, [api, deckId])
  useEffect(() => void load(), [load])
  useEffect(() => {
    if (busy || loaded.state !== 'loaded' || loaded.sync?.state !== 'syncing') return
    const timer = setTimeout(() => void load(), timings.exportPoll)
    return () => clearTimeout(timer)
  }, [busy, loaded, load])
  const change = async (contract: typeof contracts.sync | typeof contracts.stop) => {
    setBusy(true)
    try {
      setLoaded({ state: 'loaded', ...(await api.call(contract, { params: { id: String(deckId) } })) })
    } catch (error) {
      showError(failureText(error))
      await load()
    }
    setBusy(false)
  }
  return { loaded, busy, load, sync: () => change(contracts.sync), stop: () => change(contracts.stop) }
}
