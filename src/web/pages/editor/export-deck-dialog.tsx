import { useEffect, useState } from 'react'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { useStore } from '../../../ui/store.ts'
import { ExportDialog } from '../../features/exports/export-dialog.tsx'
import type { EditorSession } from './editor-session.ts'

/** Exports the deck as it is now: it is saved before. */
export function ExportDeckDialog({ session }: { session: EditorSession }) {
  const { model, view } = useEditorInstance()
  const { saver } = session
  const open = useEditor((state) => state.dialog === 'export')
  const deckId = useStore(session.deckId)
  const [isSaved, setSaved] = useState(false)
  // A new deck has no exports before its first save.
  const isReady = open && (deckId !== null || isSaved)
  useEffect(() => {
    if (!open || deckId !== null) return
    void saver.saveNow().then((saved) => {
      setSaved(saved)
      if (!saved) model.show({ dialog: null })
    })
  }, [open, deckId, saver, model])
  if (deckId === null) return null
  return (
    <ExportDialog
      open={isReady}
      onClose={() => model.show({ dialog: null })}
      api={session.api}
      deckId={deckId}
      beforeStart={() => saver.saveNow()}
      returnsFocus={() => {
        view.focusCanvas()
        return false
      }}
    />
  )
}
