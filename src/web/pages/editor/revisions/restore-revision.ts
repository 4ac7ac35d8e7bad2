import { failureText } from '../../../../api/api-error.ts'
import { decksContracts } from '../../../../api/decks/contract.ts'
import { revisionsContracts } from '../../../../api/revisions/contract.ts'
import { notifyWithUndo } from '../../../../editor/actions/notify-with-undo.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { confirmDialog } from '../../../../ui/dialogs/dialog-store.ts'
import { showError } from '../../../../ui/toast/toast-store.ts'
import type { EditorSession } from '../editor-session.ts'
import { openDeck } from '../open-deck.ts'
import type { Revision } from './use-revisions.ts'

/**
 * Restores a revision's slides after a confirmation. The state before stays a revision and one undo step. Resolves to
 * whether it was restored.
 */
export async function restoreRevision(session: EditorSession, revision: Revision): Promise<boolean> {
  const confirmed = await confirmDialog({
    title: 'Restore this revision?',
    text: 'The deck gets the slides of that revision again. What you have now stays in this list.',
    action: 'Restore',
  })
  if (session.deckId.get() === null || !confirmed) return false
  try {
    // Saves unsaved changes as a version first, so that they stay a revision too.
    if (!(await session.saver.saveNow())) return false
    await applyRevision(session, revision)
    return true
  } catch (error) {
    showError(failureText(error))
    return false
  }
}

async function applyRevision(session: EditorSession, revision: Revision): Promise<void> {
  const { editor, saver, api } = session
  const params = { id: String(session.deckId.get()) }
  const before = editor.model.getState().deck
  await saver.replaceBy(async () => {
    await api.call(revisionsContracts.restore, { params: { ...params, revision_id: revision.id } })
    const content = await api.call(decksContracts.data, { params })
    return { version: content.version, deck: openDeck(before.settings, content) }
  }, 'Restore revision')
  const when = formatDateTime(revision.updated_at)
  notifyWithUndo(editor, `The deck is as it was on ${when}. What it was before is kept among the revisions.`, before)
}
