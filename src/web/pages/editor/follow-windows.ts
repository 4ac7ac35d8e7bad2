import type { ApiClient } from '../../../api/client.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import type { Saver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import { loadedMerging, loadMerging } from '../../../editor/commands/load-merging.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { type DeckSaved, deckWindows } from '../../data/deck-windows.ts'
import { newerVersion } from './deck-transport.ts'

/** The BroadcastChannel of this browser's windows; tests pass a fake. */
export type WindowChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** Options of followWindows. */
export interface FollowOptions {
  readonly model: EditorModel
  readonly saver: Saver
  readonly api: ApiClient
  readonly userId: number
  /** Called with a version saved by another window, while no save or gesture is in progress. */
  readonly onNewer: (newer: NewerVersion) => void
  readonly channel?: WindowChannel
  /** Whether newer versions also come over the deck's channel: then a message only makes up for a lost one. */
  readonly isStreaming?: () => boolean
}

/** Fetches newer versions of the deck. */
export interface WindowFollower {
  /** Fetches the newest version if it is newer than this window's. */
  fetch(version: number): void
}

/** How long a version may take over the deck's channel, in ms. */
const streamDelay = 1_000

/**
 * Fetches versions saved by other windows of this browser at once, and announces this window's saves. A window that
 * misses a message finds out by the 409 of its next save, like other browsers.
 */
export function followWindows(options: FollowOptions): WindowFollower {
  const { saver, model, channel = new BroadcastChannel(deckWindows) } = options
  let received = 0
  let fetching = false
  /** Whether a message has arrived during the running request, which may have been answered before. */
  let again = false
  const isBehind = (): boolean => received > saver.savedPoint().version
  const isFree = (): boolean => {
    const { kind } = saver.state()
    // An unfinished save gets the newer version from its own answer.
    return (kind === 'saved' || kind === 'changed') && model.getState().gesture === null
  }
  const fetchNewer = async (): Promise<void> => {
    const { deckId, version } = saver.savedPoint()
    if (fetching || deckId === null || !isBehind() || !isFree()) return
    fetching = true
    try {
      const params = { id: String(deckId) }
      const loading = loadMerging().catch(() => undefined)
      const answer = await options.api.call(decksContracts.newer, { params, query: { since: version } })
      await loading
      if (loadedMerging() === null && model.getState().editing !== null) throw new Error('The merge is not loaded')
      // The announced version has arrived by another way.
      if (answer.version <= version) received = again ? received : 0
      // If a save or a gesture began meanwhile, its end fetches again.
      else if (saver.savedPoint().version === version && isFree()) options.onNewer(newerVersion(answer, options.userId))
    } catch {
      // The next message fetches again, or the 409 of the next save asks.
      received = 0
    } finally {
      fetching = false
      if (again) {
        again = false
        void fetchNewer()
      }
    }
  }
  const fetch = (version: number): void => {
    received = Math.max(received, version)
    again = fetching
    void fetchNewer()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<DeckSaved>) => {
    if (data.deckId !== saver.savedPoint().deckId) return
    const version = data.version ?? saver.savedPoint().version + 1
    if (options.isStreaming?.()) setTimeout(() => fetch(version), streamDelay)
    else fetch(version)
  })
  let announced = saver.savedPoint().version
  saver.subscribe(() => {
    const { deckId, version } = saver.savedPoint()
    if (deckId !== null && version > Math.max(announced, received)) {
      announced = version
      channel.postMessage({ deckId, version } satisfies DeckSaved)
    }
    void fetchNewer()
  })
  model.subscribe(() => {
    if (isBehind()) void fetchNewer()
  })
  return { fetch }
}
