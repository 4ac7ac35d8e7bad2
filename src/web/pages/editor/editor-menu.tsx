import { Ellipsis, NotebookPen, Presentation } from 'lucide-react'
import { useRef } from 'react'
import { actionNamed } from '../../../editor/actions/index.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { useEditorInstance } from '../../../editor/state/use-editor.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'

const verbs = ['insert-snippet', 'replace', 'overview', 'slide-templates', 'revisions', 'shortcuts'].map(actionNamed)

/** Opens the slide's panel where its notes are. */
function writeNotes(editor: Editor): void {
  editor.show({ panel: 'slide' })
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('textarea[aria-label="Speaker notes"]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}

/** What is done with the deck as a whole; on small screens also what has a button of its own elsewhere. */
export function EditorMenu() {
  const editor = useEditorInstance()
  const chosen = useRef(false)
  const entry = (label: string, icon: MenuEntry['icon'], run: () => void): MenuEntry => {
    const onSelect = () => {
      chosen.current = true
      run()
    }
    return { label, icon, onSelect }
  }
  const entries = [
    ...verbs.map((verb) => entry(verb.label, <verb.icon size={16} aria-hidden />, () => verb.run(editor))),
    entry('Present live', <Presentation size={16} aria-hidden />, () =>
      editor.services.present(editor.getState().slideId, 'live'),
    ),
    entry('Speaker notes', <NotebookPen size={16} aria-hidden />, () => writeNotes(editor)),
  ]
  const label = 'More for this deck'
  return (
    <Menu
      trigger={<IconButton label={label} icon={<Ellipsis size={18} aria-hidden />} tooltip={false} title={label} />}
      groups={[{ entries }]}
      returnsFocus={() => {
        const returns = !chosen.current
        chosen.current = false
        // What was chosen opened something that takes the keyboard by itself.
        return returns
      }}
    />
  )
}
