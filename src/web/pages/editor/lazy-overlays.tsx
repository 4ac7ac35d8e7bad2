import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { pastedIn } from '../../../editor/clipboard/pasted.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { openDialog } from '../../../ui/dialogs/dialog-store.ts'
import { useStore } from '../../../ui/store.ts'
import type { EditorSession } from './editor-session.ts'
import { isEditorUsed } from './preload-parts.ts'
import { TypeAhead } from './type-ahead.tsx'

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

type Overlays = ComponentType<{ session: EditorSession }>

const DeferredOverlays = lazy(() =>
  import('./deferred-overlays.tsx').then(
    ({ DeferredOverlays: Loaded }): { default: Overlays } => ({ default: Loaded }),
    (): { default: Overlays } => ({ default: LoadFailed }),
  ),
)

const DeferredFindBar = lazy(() =>
  import('./deferred-overlays.tsx').then(
    ({ FindBar }): { default: ComponentType } => ({ default: FindBar }),
    (): { default: ComponentType } => ({ default: LoadFailed }),
  ),
)

/** The deck's search bar, loaded when it is first opened. */
export function LazyFindBar() {
  const isOpen = useEditor((state) => state.find !== null)
  const [isWanted, setWanted] = useState(false)
  if (isOpen && !isWanted) setWanted(true)
  return isWanted ? (
    <Suspense fallback={<TypeAhead />}>
      <DeferredFindBar />
    </Suspense>
  ) : null
}

const DeferredPasteMenu = lazy(() =>
  import('./deferred-overlays.tsx').then(
    ({ PasteMenu }): { default: ComponentType } => ({ default: PasteMenu }),
    (): { default: ComponentType } => ({ default: () => null }),
  ),
)

/** The options after a paste, loaded at the first one that has any. */
export function LazyPasteMenu() {
  const hasOptions = useEditor((state) => pastedIn(state) !== null)
  const [isWanted, setWanted] = useState(false)
  if (hasOptions && !isWanted) setWanted(true)
  return isWanted ? (
    <Suspense fallback={null}>
      <DeferredPasteMenu />
    </Suspense>
  ) : null
}

/** Palette, dialogs and notices, loaded at the user's first input or when one of them opens. */
export function LazyOverlays({ session }: { session: EditorSession }) {
  const isUsed = useStore(isEditorUsed)
  const palette = useEditor((state) => state.dialog === 'palette')
  const hasDialog = useStore(openDialog) !== null
  const hasDecision = useStore(session.decision) !== null
  const [isWanted, setWanted] = useState(false)
  if (!isWanted && (isUsed || palette || hasDialog || hasDecision)) setWanted(true)
  return isWanted ? (
    <Suspense fallback={palette ? <TypeAhead /> : null}>
      <DeferredOverlays session={session} />
    </Suspense>
  ) : null
}
