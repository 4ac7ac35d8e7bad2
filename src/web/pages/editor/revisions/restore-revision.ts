import { failureText } from '../../../../api/api-error.ts'
import { decksContracts } from '../../../../api/decks/contract.ts'
import { revisionsContracts } from '../../../../api/revisions/contract.ts'
import { tellWithUndo } from '../../../../editor/actions/tell-with-undo.ts'
import { formatMoment } from '../../../../rules/dates.ts'
import { askConfirm } from '../../../../ui/ask/ask-store.ts'
import { flashNegative } from '../../../../ui/flash/flash-store.ts'
import type { EditorSession } from '../editor-session.ts'
import { openDeck } from '../open-deck.ts'
import type { Revision } from './use-revisions.ts'

/**
 * Gives the deck the slides of a revision again, after a question. What it was before stays a revision, and a step
 * that undo takes back. Whether it was done.
 */
export async function restoreRevision(session: EditorSession, revision: Revision): Promise<boolean> {
  const sure = await askConfirm({
    title: 'Restore this revision?',
    text: 'The deck gets the slides of that revision again. What you have now stays in this list.',
    action: 'Restore',
  })
  if (session.deckId.get() === null || !sure) return false
  try {
    // What isn't saved yet becomes a version of its own first, so that it can be had again too.
    if (!(await session.saver.saveNow())) return false
    await takeUp(session, revision)
    return true
  } catch (error) {
    flashNegative(failureText(error))
    return false
  }
}

async function takeUp(session: EditorSession, revision: Revision): Promise<void> {
  const { editor, saver } = session
  const params = { id: String(session.deckId.get()) }
  await session.api.call(revisionsContracts.restore, { params: { ...params, revision_id: revision.id } })
  const content = await session.api.call(decksContracts.data, { params })
  const before = editor.model.getState().deck
  const restored = openDeck(before.settings, content)
  // Saved already, as it stands on the server: only what is changed from now on is sent.
  saver.rebase(content.version, restored)
  editor.model.apply(() => restored, { undo: 'step', label: 'Restore revision', select: [] })
  const when = formatMoment(revision.updated_at)
  tellWithUndo(editor, `The deck is as it was on ${when}. What it was before is kept among the revisions.`, before)
}
