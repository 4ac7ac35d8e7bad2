import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { DialogName } from '../../../editor/state/editor-state.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import type { EditorSession } from './editor-session.ts'

/** A dialog of the page, which looks for itself whether it is open. */
type SessionDialog = ComponentType<{ session: EditorSession }>

/** Stands in for a dialog that did not come: says so, and leaves the editor as it was. */
function Missing() {
  const { model, services } = useEditorInstance()
  const dialog = useEditor((state) => state.dialog)
  useEffect(() => {
    if (dialog === null) return
    services.notify('This could not be loaded. Save, reload the page and try again.', 'error')
    model.show({ dialog: null })
  }, [model, services, dialog])
  return null
}

function dialog(load: () => Promise<SessionDialog>): SessionDialog {
  return lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: Missing }),
    ),
  )
}

/** Dialogs that come to the browser when they are first opened, by name. */
const dialogs: readonly (readonly [DialogName, SessionDialog])[] = [
  ['edit-slide-html', dialog(async () => (await import('./html-dialogs.tsx')).EditSlideHtmlDialog)],
  ['edit-html', dialog(async () => (await import('./html-dialogs.tsx')).EditHtmlDialog)],
  ['import-html', dialog(async () => (await import('./import-html-dialog.tsx')).ImportHtmlDialog)],
  ['revisions', dialog(async () => (await import('./revisions/revisions-dialog.tsx')).RevisionsDialog)],
  ['overview', dialog(async () => (await import('../../../editor/slide-list/overview.tsx')).Overview)],
  ['custom-fonts', dialog(async () => (await import('./custom-fonts-dialog.tsx')).CustomFontsDialog)],
  ['insert-snippet', dialog(async () => (await import('./snippets/insert-snippet-dialog.tsx')).InsertSnippetDialog)],
  ['slide-templates', dialog(async () => (await import('./templates/templates-panel.tsx')).TemplatesPanel)],
  ['shortcuts', dialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)],
  ['insert-image', dialog(async () => (await import('./image-dialog.tsx')).ImageDialog)],
  ['slide-options', dialog(async () => (await import('./slide-options-dialog.tsx')).SlideOptionsDialog)],
]

function LazyDialog(props: {
  readonly name: DialogName
  readonly component: SessionDialog
  readonly session: EditorSession
}) {
  const { name, component: Component, session } = props
  const open = useEditor((state) => state.dialog === name)
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <Component session={session} />
    </Suspense>
  )
}

/** All of them. */
export function LazyDialogs({ session }: { session: EditorSession }) {
  return dialogs.map(([name, component]) => <LazyDialog key={name} {...{ name, component, session }} />)
}
