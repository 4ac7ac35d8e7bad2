import { CircleHelp, Ellipsis, MessageSquare, NotebookPen, PanelLeftClose, Save } from 'lucide-react'
import { actionNamed } from '../../../editor/actions/index.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { absoluteDeckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { localSettings } from '../../../ui/local-settings.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import { contactPath } from '../../features/contact/contact-deck.ts'
import type { EditorSession } from './editor-session.ts'
import { pageOwner } from './page-owner.ts'
import { checkEntry, presentEntries } from './present-button.tsx'
import { tookImport } from './took-import.ts'

/** A menu entry for an editor action, without its shortcut. */
function entryOf(id: string, editor: Editor): MenuEntry {
  const action = actionNamed(id)
  return { label: action.label, icon: <action.icon size={16} aria-hidden />, onSelect: () => action.run(editor) }
}

const menuActions = [
  'media-library',
  'insert-icon',
  'insert-snippet',
  'find',
  'replace',
  'overview',
  'slide-templates',
  'import-file',
  'import-report',
  'turn-deck-into-blocks',
  'revisions',
  'export',
  'shortcuts',
]

/** Opens the slide panel and focuses its notes. */
function writeNotes(model: EditorModel): void {
  model.show({ panel: 'slide' })
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('textarea[aria-label="Speaker notes"]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}

/** Opens a page in a new tab, so the editor stays open. */
function openBeside(address: string): void {
  window.open(address, '_blank', 'noopener')
}

/** The URL of the contact form, prefilled with this deck once it was saved. */
function feedbackAddress({ data, deckId, editor }: EditorSession): string {
  const id = deckId.get()
  if (id === null) return '/contact'
  const { title, slug } = editor.model.getState().deck.settings
  const address = absoluteDeckUrl(data.site.baseUrl, { ...pageOwner(data), slug, id })
  return contactPath({ deck_id: id, deck_title: shownTitle(title), deck_url: address })
}

/** Links to the help and to the instance's operators. */
function helpEntries(session: EditorSession): readonly MenuEntry[] {
  return [
    { label: 'Help', icon: <CircleHelp size={16} aria-hidden />, onSelect: () => openBeside('/help') },
    {
      label: 'Contact us',
      icon: <MessageSquare size={16} aria-hidden />,
      onSelect: () => openBeside(feedbackAddress(session)),
    },
  ]
}

/** The menu of actions on the whole deck. On small screens it includes the actions whose buttons are hidden. */
export function EditorMenu({ session }: { session: EditorSession }) {
  const editor = useEditorInstance()
  const took = useStore(tookImport)
  const hasImports = took || session.data.hasImports
  const hasFlow = useEditor(actionNamed('turn-deck-into-blocks').when)
  const isOffered = (id: string) =>
    id === 'import-report' ? hasImports : id === 'turn-deck-into-blocks' ? hasFlow : true
  const entries: readonly MenuEntry[] = [
    ...menuActions.filter(isOffered).map((id) => entryOf(id, editor)),
    { label: 'Speaker notes', icon: <NotebookPen size={16} aria-hidden />, onSelect: () => writeNotes(editor.model) },
  ]
  const settings = localSettings()
  const { editorAutoSave, editorAutoHide } = useStore(settings)
  const choices: readonly MenuEntry[] = [
    {
      label: 'Autosave',
      icon: <Save size={16} aria-hidden />,
      checked: editorAutoSave,
      onSelect: () => settings.set((now) => ({ ...now, editorAutoSave: !now.editorAutoSave })),
    },
    {
      label: 'Auto-hide the slide list',
      icon: <PanelLeftClose size={16} aria-hidden />,
      checked: editorAutoHide,
      onSelect: () => settings.set((now) => ({ ...now, editorAutoHide: !now.editorAutoHide })),
    },
  ]
  const label = 'More for this deck'
  return (
    <Menu
      trigger={<IconButton label={label} icon={<Ellipsis size={18} aria-hidden />} tooltip={false} title={label} />}
      groups={[
        { entries },
        // On small screens these have no button.
        {
          entries: [
            entryOf('share', editor),
            entryOf('collaborate', editor),
            ...presentEntries(editor),
            checkEntry(editor),
          ],
        },
        { title: 'In this browser', entries: choices },
        { entries: helpEntries(session) },
      ]}
    />
  )
}
