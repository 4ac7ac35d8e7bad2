import type { SlideId } from '../../document/deck-model.ts'
import { messages } from '../../rules/messages.ts'
import type { Editor } from '../state/editor.ts'

/** Loads what turns slides into blocks, and runs it. */
export async function loadAndTurn(editor: Editor, ids: readonly SlideId[] | 'all'): Promise<void> {
  const part = await import('./turn-into-blocks.ts').catch(() => null)
  if (part) await part.turnIntoBlocks(editor, ids)
  else editor.services.notify(messages.deck.partLoadFailed, 'error')
}
