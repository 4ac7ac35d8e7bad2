import type { SlideId } from '../../document/deck-model.ts'
import { timings } from '../../rules/timings.ts'
import type { Editor } from '../state/editor.ts'
import { hasFlow } from './has-flow.ts'
import { loadAndTurn } from './load-and-turn.ts'

/** Offers blocks in place of HTML that flows on imported slides. */
export function offerBlocks(editor: Editor, ids: readonly SlideId[]): void {
  const { slides } = editor.model.getState().deck
  if (!ids.some((id) => hasFlow(slides[id]))) return
  const action = { label: 'Turn into blocks', run: () => void loadAndTurn(editor, ids) }
  editor.services.notify(
    'To edit the slides by clicking, turn their HTML into blocks',
    'info',
    action,
    timings.notificationOffer,
  )
}
