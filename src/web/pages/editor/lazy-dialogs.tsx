import { useEffect } from 'react'
import type { DialogName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { messages } from '../../../rules/messages.ts'
import { EditorOverlay } from './editor-overlay.tsx'
import type { EditorSession } from './editor-session.ts'
import { loadSanitizer } from './sanitizer.ts'
import { type Part, partOf, usePart } from './use-part.ts'

/** A dialog of the editor. It reads from the editor's state whether it is open. */
type SessionDialog = Part<{ session: EditorSession }>
type Load = SessionDialog['load']

/** Replaces a dialog whose chunk failed to load: shows a toast and closes. */
function LoadFailed() {
  const { model, services } = useEditorInstance()
  const dialog = useEditor((state) => state.dialog)
  useEffect(() => {
    if (dialog === null) return
    services.notify(messages.deck.partLoadFailed, 'error')
    model.show({ dialog: null })
  }, [model, services, dialog])
  return null
}

const dialog = (load: Load): SessionDialog => partOf(load, LoadFailed)

/** A dialog that needs the sanitizer, which is loaded with it. */
function cleaningDialog(load: Load): SessionDialog {
  return dialog(async () => {
    const [component] = await Promise.all([load(), loadSanitizer()])
    return component
  })
}

/** Dialogs loaded when they are first opened, by name. */
const dialogs: readonly (readonly [DialogName, SessionDialog])[] = [
  ['edit-slide-html', cleaningDialog(async () => (await import('./html-dialogs.tsx')).EditSlideHtmlDialog)],
  ['edit-html', cleaningDialog(async () => (await import('./html-dialogs.tsx')).EditHtmlDialog)],
  ['import-file', dialog(async () => (await import('./import-file-dialog.tsx')).ImportFileDialog)],
  ['import-report', dialog(async () => (await import('./import-report-dialog.tsx')).ImportReportDialog)],
  ['revisions', dialog(async () => (await import('./revisions/revisions-dialog.tsx')).RevisionsDialog)],
  ['export', dialog(async () => (await import('./export-deck-dialog.tsx')).ExportDeckDialog)],
  ['overview', dialog(async () => (await import('../../../editor/slide-list/overview.tsx')).Overview)],
  ['custom-fonts', dialog(async () => (await import('./custom-fonts-dialog.tsx')).CustomFontsDialog)],
  [
    'insert-snippet',
    cleaningDialog(async () => (await import('./snippets/insert-snippet-dialog.tsx')).InsertSnippetDialog),
  ],
  ['slide-templates', cleaningDialog(async () => (await import('./templates/templates-panel.tsx')).TemplatesPanel)],
  ['new-slide-layout', dialog(async () => (await import('./templates/layouts-panel.tsx')).NewSlideLayoutPanel)],
  ['change-layout', dialog(async () => (await import('./templates/layouts-panel.tsx')).ChangeLayoutPanel)],
  ['shortcuts', dialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)],
  ['insert-icon', cleaningDialog(async () => (await import('./icons/icons-dialog.tsx')).IconsDialog)],
  ['insert-image', dialog(async () => (await import('./image-dialog.tsx')).ImageDialog)],
  ['slide-options', dialog(async () => (await import('./slide-options-dialog.tsx')).SlideOptionsDialog)],
]

interface LazyDialogProps {
  readonly name: DialogName
  readonly part: SessionDialog
  readonly session: EditorSession
}

function LazyDialog({ name, part, session }: LazyDialogProps) {
  const open = useEditor((state) => state.dialog === name)
  const Loaded = usePart(part, open)
  // It closes any open dialog: it must be there for this one only.
  if (!Loaded || (Loaded === LoadFailed && !open)) return null
  return (
    <EditorOverlay dialog={name}>
      <Loaded session={session} />
    </EditorOverlay>
  )
}

/** All lazily loaded dialogs. */
export function LazyDialogs({ session }: { session: EditorSession }) {
  return dialogs.map(([name, part]) => <LazyDialog key={name} {...{ name, part, session }} />)
}
