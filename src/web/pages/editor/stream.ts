import type { SaveTransport } from '../../../editor/autosave/save-transport.ts'
import type { EditorChannel } from '../../../realtime/editor/client.ts'
import type { Store } from '../../../ui/store.ts'

/** Why the user may no longer edit, as the channel told, in a title and a sentence; null: it told nothing. */
export type EndedBy = { readonly title: string; readonly description: string } | null

/** The deck's channel and the saves over it; null until they are loaded. */
export interface Stream {
  channel: EditorChannel | null
  saves: SaveTransport | null
  /** Closes the channel of the whole page. */
  end: (() => void) | null
  readonly endedBy: Store<EndedBy>
  /** Whether saves are refused for good; a dialog says why and offers the deck as a file. */
  isOver: boolean
}

/** Saves over the deck's channel once it is loaded, until then by requests. */
export function streamingTransport(stream: Stream, requests: SaveTransport): SaveTransport {
  return { save: (request, signal) => (stream.saves ?? requests).save(request, signal) }
}

/** Whether the deck's channel is connected. */
export function isStreaming({ channel }: Stream): boolean {
  return channel?.snapshot().connected === true
}
