import type { SlideId } from '../../document/deck-model.ts'
import type { Editor } from '../state/editor.ts'
import { loadPart } from '../state/load-part.ts'
import { hasFlow } from './has-flow.ts'

/** Offers blocks in place of HTML that flows on imported slides. */
export function offerBlocks(editor: Editor, ids: readonly SlideId[]): void {
  const { slides } = editor.model.getState().deck
  if (!ids.some((id) => hasFlow(slides[id]))) return
  const run = async (): Promise<void> => {
    const { turnIntoBlocks } = await loadPart(import('./turn-into-blocks.ts'))
    await turnIntoBlocks(editor, ids)
  }
  const fail = (error: unknown): void => editor.services.notify(String((error as Error).message), 'error')
  const action = { label: 'Turn into blocks', run: () => void run().catch(fail) }
  editor.services.notify('To edit the slides by clicking, turn their HTML into blocks', 'info', action)
}
