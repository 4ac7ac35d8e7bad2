import { ChevronDown, Play, Presentation } from 'lucide-react'
import { actionNamed } from '../../../editor/actions/index.ts'
import { shortcutText } from '../../../editor/panels/shortcut-text.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import styles from './editor-page.module.css'

/** All ways to present the deck, with their keys. */
export function presentEntries(editor: Editor): readonly MenuEntry[] {
  const verbs = ['present', 'present-start'].map(actionNamed).map((verb) => ({
    label: verb.label,
    icon: <verb.icon size={16} aria-hidden />,
    shortcut: shortcutText(verb.shortcuts[0]!),
    onSelect: () => verb.run(editor),
  }))
  const live = {
    label: 'Present live',
    icon: <Presentation size={16} aria-hidden />,
    onSelect: () => editor.services.present(editor.model.getState().slideId, 'live'),
  }
  return [...verbs, live]
}

/** Presents from the slide on the canvas; the arrow beside it offers all ways. */
export function PresentButton() {
  const editor = useEditorInstance()
  return (
    <span className={styles.present}>
      <Button
        variant="primary"
        size="s"
        icon={<Play size={16} />}
        data-tutorial="present"
        // On phones the picture stands alone.
        aria-label="Present"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => actionNamed('present').run(editor)}
      >
        Present
      </Button>
      <Menu
        trigger={
          <Button className={styles.ways} variant="primary" size="s" aria-label="Where to start" title="Where to start">
            <ChevronDown size={16} aria-hidden />
          </Button>
        }
        groups={[{ entries: presentEntries(editor) }]}
      />
    </span>
  )
}
