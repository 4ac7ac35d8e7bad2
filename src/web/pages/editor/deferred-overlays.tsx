import { CommandPalette } from '../../../editor/menus/command-palette.tsx'
import { BlocksProgress } from '../../../editor/panels/blocks-progress.tsx'
import { DialogHost } from '../../../ui/dialogs/dialog-host.tsx'
import { openDialog } from '../../../ui/dialogs/dialog-store.ts'
import { useStore } from '../../../ui/store.ts'
import { EditorOverlay } from './editor-overlay.tsx'
import type { EditorSession } from './editor-session.ts'
import { EditorSessionWatch } from './editor-session-watch.tsx'
import { OutdatedDialog } from './outdated-dialog.tsx'
import { UnsavedDraftDialog } from './unsaved-draft-dialog.tsx'

// In the same chunk as the palette, since they appear after the first input too.
export { FindBar } from '../../../editor/find/find-bar.tsx'
export { PasteMenu } from '../../../editor/panels/paste-menu.tsx'

/** The overlays that the editor's first load leaves out; see lazy-overlays.tsx. */
export function DeferredOverlays({ session }: { session: EditorSession }) {
  const decision = useStore(session.decision)
  const question = useStore(openDialog)
  return (
    <>
      <EditorOverlay dialog="palette">
        <CommandPalette />
      </EditorOverlay>
      <EditorOverlay>
        <BlocksProgress />
      </EditorOverlay>
      <EditorOverlay resetKey={decision}>
        <OutdatedDialog session={session} />
      </EditorOverlay>
      <EditorOverlay resetKey={decision}>
        <UnsavedDraftDialog session={session} />
      </EditorOverlay>
      <EditorOverlay>
        <EditorSessionWatch session={session} />
      </EditorOverlay>
      <EditorOverlay resetKey={question}>
        <DialogHost />
      </EditorOverlay>
    </>
  )
}
