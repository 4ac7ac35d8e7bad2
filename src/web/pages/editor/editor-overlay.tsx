import type { ReactNode } from 'react'
import type { DialogName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { OverlayBoundary } from '../../../ui/area-boundary.tsx'

export interface EditorOverlayProps {
  /** The dialog in it. It is closed after an error. */
  readonly dialog?: DialogName
  /** A new value retries after an error; by default, opening the dialog again does. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

/** Error boundary of an overlay of the editor: after an error it is hidden and a toast is shown. */
export function EditorOverlay({ dialog, resetKey, children }: EditorOverlayProps) {
  const { model, services } = useEditorInstance()
  const isOpen = useEditor((state) => dialog !== undefined && state.dialog === dialog)
  return (
    <OverlayBoundary
      resetKey={resetKey ?? isOpen}
      onError={() => {
        services.notify(messages.deck.areaFailed, 'error')
        if (model.getState().dialog === dialog) model.show({ dialog: null })
      }}
    >
      {children}
    </OverlayBoundary>
  )
}

/** Error boundary of an overlay of the canvas; a new selection retries after an error. */
export function CanvasOverlay({ children }: { children: ReactNode }) {
  const selection = useEditor((state) => state.selection)
  return <EditorOverlay resetKey={selection}>{children}</EditorOverlay>
}
