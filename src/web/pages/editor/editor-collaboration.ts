import type { SlideId } from '../../../document/deck-model.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { shareEditorChannel } from '../../../realtime/editor/client.ts'
import { peopleMessages } from '../../../rules/people-messages.ts'
import { showError, showToast } from '../../../ui/toast/toast-store.ts'
import { type Collaboration, openCollaboration, type PanelSlides } from '../../features/collaboration/collaboration.ts'
import { EditorPins } from './editor-pins.ts'
import type { EditorSession } from './editor-session.ts'
import type { EndedBy } from './stream.ts'

/** A slide's number as the slide list shows it: '3', or '3.2' in a stack. */
function numberOf(model: EditorModel, slideId: SlideId): string | null {
  const { stacks } = model.getState().deck
  const h = stacks.findIndex(({ slides }) => slides.includes(slideId))
  if (h < 0) return null
  const v = stacks[h]!.slides.indexOf(slideId)
  return v > 0 ? `${h + 1}.${v + 1}` : String(h + 1)
}

function slidesOf(model: EditorModel): PanelSlides {
  return {
    current: () => model.getState().slideId,
    subscribe: (listener) => model.subscribe(listener),
    numberOf: (slideId) => numberOf(model, slideId),
    goTo: (slideId) => model.goTo(slideId),
  }
}

/**
 * Whether the page does not redirect, since the server refused changes and a dialog offers them as a file. A user without
 * access to the editor could not restore them from the browser's copy.
 */
export function staysForFile(
  { saver, stream }: Pick<EditorSession, 'saver' | 'stream'>,
  to: 'edit' | 'review' | 'profile',
): boolean {
  const isOver = to === 'profile' || stream.isOver || stream.endedBy.get() !== null
  return isOver && saver.state().kind === 'invalid' && saver.hasUnsaved()
}

/** Leaves the page. Who has lost access saves first: only here are changes that the server refuses offered as a file. */
export async function leaveOnceAnswered(
  session: Pick<EditorSession, 'saver' | 'stream' | 'saveAll' | 'leaveFor'>,
  to: 'edit' | 'review' | 'profile',
): Promise<void> {
  const { saver, stream } = session
  if (stream.endedBy.get() && saver.hasUnsaved() && !staysForFile(session, to)) await session.saveAll()
  if (!staysForFile(session, to)) await session.leaveFor(to)
}

/** What the dialog for refused changes says, which else names all ways to lose access. */
export const endedTexts: Readonly<Record<'removed' | 'became-viewer', EndedBy>> = {
  removed: { title: peopleMessages.youAreRemoved, description: "You were removed, so you can't save it any more." },
  'became-viewer': {
    title: peopleMessages.youMayNotEdit,
    description: "You may only view it now, so you can't save it any more.",
  },
}

/** Joins the channel of a saved deck from the editor. Close it when the panel is unmounted. */
export function openEditorCollaboration(session: EditorSession, deckId: number): Collaboration {
  const { api, data, editor, saver } = session
  const pins = new EditorPins(editor)
  const collaboration = openCollaboration({
    ...{ place: 'editor', deckId, userId: data.viewer.id, api },
    // The editor opens for the active editor only.
    editorId: data.viewer.id,
    slides: slidesOf(editor.model),
    pins,
    // The stream of changes uses it, too.
    connect: shareEditorChannel,
    save: () => session.saveAll(),
    leaveFor: (to) => leaveOnceAnswered(session, to),
    staysFrom: (to) => staysForFile(session, to),
    onRegained: () => saver.resume(),
    // Of the review, which every collaborator may open.
    commentUrl: (id) => {
      const { origin, pathname } = window.location
      return `${origin}${pathname.replace(/\/edit$/, '/review')}?comment=${id}`
    },
    showUnread: ({ results }) =>
      editor.view.unread.set(new Map(results.map(({ slide_hash, count }) => [slide_hash ?? '', count]))),
    notify: (text, kind) => void (kind === 'negative' ? showError(text) : showToast(text)),
    // Keys and pointers in the canvas, which is another document, are seen by what they change.
    watchActivity: (note) => editor.model.subscribe(note),
  })
  const checkSaver = (): void => {
    if (saver.state().kind === 'not-editor') void collaboration.checkEditor()
  }
  const noteEnd = (): void => {
    const { leaving } = collaboration.state.get().handover
    session.stream.endedBy.set(leaving && leaving.why !== 'editor-changed' ? endedTexts[leaving.why] : null)
  }
  collaboration.onClose(collaboration.state.subscribe(noteEnd))
  collaboration.onClose(saver.subscribe(checkSaver))
  collaboration.onClose(() => editor.view.unread.set(new Map()))
  collaboration.onClose(() => pins.close())
  checkSaver()
  return collaboration
}
