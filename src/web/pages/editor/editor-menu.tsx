import { CircleHelp, Ellipsis, MessageSquare, NotebookPen, PanelLeftClose, Save } from 'lucide-react'
import { actionNamed } from '../../../editor/actions/index.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { useEditorInstance } from '../../../editor/state/use-editor.ts'
import { absoluteDeckUrl, shownTitle } from '../../../rules/deck-url.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { localSettings } from '../../../ui/local-settings.ts'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useStore } from '../../../ui/store.ts'
import { contactPath } from '../../features/contact/contact-deck.ts'
import type { EditorSession } from './editor-session.ts'
import { pageOwner } from './page-owner.ts'
import { presentEntries } from './present-button.tsx'

/** The entry of one verb of the editor, without its keys. */
function entryOf(id: string, editor: Editor): MenuEntry {
  const verb = actionNamed(id)
  return { label: verb.label, icon: <verb.icon size={16} aria-hidden />, onSelect: () => verb.run(editor) }
}

const verbs = ['insert-snippet', 'replace', 'overview', 'slide-templates', 'revisions', 'shortcuts']

/** Opens the slide's panel where its notes are. */
function writeNotes(model: EditorModel): void {
  model.show({ panel: 'slide' })
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('textarea[aria-label="Speaker notes"]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}

/** A page beside the editor, which stays as it is. */
function openBeside(address: string): void {
  window.open(address, '_blank', 'noopener')
}

/** The contact form, about this deck once it was saved. */
function feedbackAddress({ data, deckId, editor }: EditorSession): string {
  const id = deckId.get()
  if (id === null) return '/contact'
  const { title, slug } = editor.model.getState().deck.settings
  const address = absoluteDeckUrl(data.site.baseUrl, { ...pageOwner(data), slug, id })
  return contactPath({ deck_id: id, deck_title: shownTitle(title), deck_url: address })
}

/** Where to read more, and to write to the people who run the instance. */
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

/** What is done with the deck as a whole; on small screens also what has a button of its own elsewhere. */
export function EditorMenu({ session }: { session: EditorSession }) {
  const editor = useEditorInstance()
  const entries: readonly MenuEntry[] = [
    ...verbs.map((id) => entryOf(id, editor)),
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
        // On small screens these have no button of their own.
        { entries: [entryOf('share', editor), ...presentEntries(editor)] },
        { title: 'In this browser', entries: choices },
        { entries: helpEntries(session) },
      ]}
    />
  )
}
