import type { ApiClient } from '../../../api/client.ts'
import { decksContracts } from '../../../api/decks/contract.ts'
import type { SaveTransport } from '../../../editor/autosave/save-transport.ts'
import { loadedMerging, loadMerging } from '../../../editor/commands/load-merging.ts'
import { BatchInbox, type InboxOptions } from '../../../editor/sync/batch-inbox.ts'
import { createSaveStream } from '../../../editor/sync/save-stream.ts'
import { endEditorChannel, shareEditorChannel } from '../../../realtime/editor/client.ts'
import { newerVersion } from './deck-transport.ts'
import type { Stream } from './stream.ts'

/** Signs of a user at this window. */
const activities = ['pointermove', 'pointerdown', 'keydown'] as const

/** Options of followStream. */
export interface StreamOptions extends InboxOptions {
  readonly deckId: number
  readonly api: ApiClient
  /** Saves by requests. */
  readonly requests: SaveTransport
  /** Called when the connection has been lost for some seconds, and when it is back. */
  readonly onLost: (isLost: boolean) => void
}

/**
 * Joins the deck's channel: what other windows and devices save is applied at once, and this window saves by batches. The
 * deck's other users see where this one is.
 */
export async function followStream(options: StreamOptions): Promise<Omit<Stream, 'isOver' | 'endedBy'>> {
  const { deckId, userId, model, saver, api, onGap, requests } = options
  await loadMerging()
  // Changes of two windows on one slide could not be merged.
  if (loadedMerging() === null) throw new Error('The merge is not loaded')
  const inbox = new BatchInbox(options)
  const channel = shareEditorChannel({
    ...{ deckId, userId, slideId: model.getState().slideId, place: 'editor' },
    // What was saved before this page joined, or while it was away.
    onJoined: ({ version }) => void (version > saver.savedPoint().version && onGap(version)),
    onMessage: () => undefined,
    onBatches: (message) => {
      if ('batches' in message) inbox.receive(message.batches)
      else if (message.resync > saver.savedPoint().version) onGap(message.resync)
    },
    onRefused: () => undefined,
  })
  channel.subscribe(() => options.onLost(channel.snapshot().lost))
  model.subscribe(() => channel.showSlide(model.getState().slideId))
  for (const type of activities) window.addEventListener(type, () => channel.noteActivity(), { passive: true })
  const readNewer = async (since: number) => {
    const answer = await api.call(decksContracts.newer, { params: { id: String(deckId) }, query: { since } })
    return newerVersion(answer, userId)
  }
  const isOpen = () => channel.snapshot().connected
  return {
    channel,
    end: () => endEditorChannel(deckId),
    saves: createSaveStream({ isOpen, send: (batch) => channel.sendBatch(batch), readNewer }, requests),
  }
}
