import { useEffect } from 'react'
import { pastedIn } from '../../../editor/clipboard/pasted.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { openDialog } from '../../../ui/dialogs/dialog-store.ts'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { isEditorUsed } from './preload-parts.ts'
import { TypeAhead } from './type-ahead.tsx'
import { partOf, usePart } from './use-part.ts'

/** Replaces overlays whose chunk failed to load: shows a toast and cancels an open confirmation or prompt. */
function LoadFailed() {
  const { model, services } = useEditorInstance()
  const isWanted = useEditor((state) => state.dialog === 'palette' || state.find !== null)
  const question = useStore(openDialog)
  useEffect(() => {
    if (!isWanted && !question) return
    services.notify(messages.deck.partLoadFailed, 'error')
    if (isWanted) model.show({ dialog: null, find: null })
    openDialog.set(null)
    if (question?.kind === 'confirm') question.answer(false)
    else question?.answer(null)
  }, [model, services, isWanted, question])
  return null
}

const overlays = partOf<{ session: EditorSession }>(
  async () => (await import('./deferred-overlays.tsx')).DeferredOverlays,
  LoadFailed,
)
const findBar = partOf(async () => (await import('./deferred-overlays.tsx')).FindBar, LoadFailed)
const pasteMenu = partOf(
  async () => (await import('./deferred-overlays.tsx')).PasteMenu,
  () => null,
)

/** The deck's search bar, loaded when it is first opened. */
export function LazyFindBar() {
  const isOpen = useEditor((state) => state.find !== null)
  const FindBar = usePart(findBar, isOpen)
  if (FindBar) return <FindBar />
  return isOpen ? <TypeAhead /> : null
}

/** The options after a paste, loaded at the first one that has any. */
export function LazyPasteMenu() {
  const hasOptions = useEditor((state) => pastedIn(state) !== null)
  const PasteMenu = usePart(pasteMenu, hasOptions)
  return PasteMenu ? <PasteMenu /> : null
}

/** Palette, dialogs and notices, loaded at the user's first input or when one of them opens. */
export function LazyOverlays({ session }: { session: EditorSession }) {
  const isUsed = useStore(isEditorUsed)
  const palette = useEditor((state) => state.dialog === 'palette')
  const hasDialog = useStore(openDialog) !== null
  const hasDecision = useStore(session.decision) !== null
  const Overlays = usePart(overlays, isUsed || palette || hasDialog || hasDecision)
  if (Overlays) return <Overlays session={session} />
  return palette ? <TypeAhead /> : null
}
