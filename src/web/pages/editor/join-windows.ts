import type { SaveTransport } from '../../../editor/autosave/save-transport.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import type { Store } from '../../../ui/store.ts'
import { type FollowOptions, followWindows } from './follow-windows.ts'
import { isEditorUsed } from './preload-parts.ts'
import { isStreaming, type Stream } from './stream.ts'
import { whenStill } from './use-part.ts'

/** Options of joinWindows; `deckId`: null until a new deck is saved. */
export interface WindowsOptions extends Omit<FollowOptions, 'channel' | 'isStreaming'> {
  readonly deckId: Store<number | null>
  readonly stream: Stream
  /** Saves by requests. */
  readonly requests: SaveTransport
  /** Called when the connection to the channel has been lost for some seconds, and when it is back. */
  readonly onLost: (isLost: boolean) => void
}

/**
 * Follows the other windows and devices that have the deck open: by requests at first, by the deck's channel once that is
 * loaded.
 */
export function joinWindows(options: WindowsOptions): void {
  const { deckId, stream } = options
  const { fetch } = followWindows({ ...options, isStreaming: () => isStreaming(stream) })
  let joined = false
  const join = (): void => {
    const id = deckId.get()
    if (id === null || joined) return
    joined = true
    whenUsed(options.model, () => {
      void import('./follow-stream.ts')
        .then(({ followStream }) => followStream({ ...options, deckId: id, onGap: fetch }))
        .then((opened) => Object.assign(stream, opened))
        // Without the channel, the windows follow by requests.
        .catch(() => undefined)
    })
  }
  deckId.subscribe(join)
  join()
}

/** ms after which the channel is joined without any input: another user's changes are shown to who only looks, too. */
const afterOpening = 3_000
/** ms after the first input: a drag that begins with it is not disturbed by the loading. */
const afterInput = 300

/** Runs work a while after the user's first input, or after the editor was opened: its first load leaves the channel out. */
function whenUsed(model: EditorModel, work: () => void): void {
  const begin = (): void => void whenStill(model, work)
  if (isEditorUsed.get()) {
    begin()
    return
  }
  let timer = setTimeout(begin, afterOpening)
  const end = isEditorUsed.subscribe(() => {
    end()
    clearTimeout(timer)
    timer = setTimeout(begin, afterInput)
  })
}
