import type { ApiClient } from '../../../api/client.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import type { Saver } from '../../../editor/autosave/create-saver.ts'
import type { NewerVersion } from '../../../editor/autosave/save-transport.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { newerVersion } from './deck-transport.ts'

/** What a window says to the others of its browser after a save. */
interface DeckSaved {
  readonly deckId: number
  readonly version: number
}

/** The channel between the windows of one browser; tests hand in their own. */
export type WindowChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>

/** What followWindows needs. */
export interface FollowOptions {
  readonly model: EditorModel
  readonly saver: Saver
  readonly api: ApiClient
  readonly userId: number
  /** Takes a version that another window saved; called while no save and no gesture is under way. */
  readonly take: (newer: NewerVersion) => void
  readonly channel?: WindowChannel
}

/**
 * Learns at once what other windows of this browser save to the deck, and tells them what this one saved. A window that
 * never hears of it learns by the refusal of its next save, as other browsers do.
 */
export function followWindows(options: FollowOptions): void {
  const { saver, model, channel = new BroadcastChannel('lectern-decks') } = options
  let heard = 0
  let asking = false
  const isBehind = (): boolean => heard > saver.savedPoint().version
  const isFree = (): boolean => {
    const { kind } = saver.state()
    // A save whose outcome is open brings the newer version by itself.
    return (kind === 'saved' || kind === 'changed') && model.getState().gesture === null
  }
  const look = async (): Promise<void> => {
    const { deckId, version } = saver.savedPoint()
    if (asking || deckId === null || !isBehind() || !isFree()) return
    asking = true
    try {
      const params = { id: String(deckId) }
      const answer = await options.api.call(decksContracts.newer, { params, query: { since: version } })
      // A save or a gesture may have begun meanwhile; afterward it is looked at again.
      if (saver.savedPoint().version === version && isFree()) options.take(newerVersion(answer, options.userId))
    } catch {
      heard = 0
    } finally {
      asking = false
    }
  }
  channel.addEventListener('message', ({ data }: MessageEvent<DeckSaved>) => {
    if (data.deckId !== saver.savedPoint().deckId) return
    heard = Math.max(heard, data.version)
    void look()
  })
  let told = saver.savedPoint().version
  saver.subscribe(() => {
    const { deckId, version } = saver.savedPoint()
    if (deckId !== null && version > Math.max(told, heard)) {
      told = version
      channel.postMessage({ deckId, version } satisfies DeckSaved)
    }
    void look()
  })
  model.subscribe(() => {
    if (isBehind()) void look()
  })
}
