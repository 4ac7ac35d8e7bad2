import { ChevronDown, Play, Presentation } from 'lucide-react'
import { actionNamed } from '../../../editor/actions/index.ts'
import { shortcutText } from '../../../editor/panels/shortcut-text.ts'
import type { Editor } from '../../../editor/state/editor.ts'
import { useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import styles from './editor-page.module.css'

/** The menu entries of all ways to present, with their shortcuts. */
export function presentEntries(editor: Editor): readonly MenuEntry[] {
  const presentActions = ['present', 'present-start'].map(actionNamed).map((action) => ({
    label: action.label,
    icon: <action.icon size={16} aria-hidden />,
    shortcut: shortcutText(action.shortcuts[0]!),
    onSelect: () => action.run(editor),
  }))
  const live = {
    label: 'Present live',
    icon: <Presentation size={16} aria-hidden />,
    onSelect: () => editor.services.present(editor.model.getState().slideId, 'live'),
  }
  return [...presentActions, live]
}

/** The menu entry of the check before presenting. */
export function checkEntry({ model }: Editor): MenuEntry {
  const { label, icon: Icon } = actionNamed('panel-check')
  return { label, icon: <Icon size={16} aria-hidden />, onSelect: () => model.show({ panel: 'check' }) }
}

/** Presents from the slide on the canvas; the menu beside it has the other ways. */
export function PresentButton() {
  const editor = useEditorInstance()
  return (
    <span className={styles.present}>
      <Button
        variant="primary"
        size="s"
        icon={<Play size={16} />}
        data-tutorial="present"
        // On phones only the icon is shown.
        aria-label="Present"
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => actionNamed('present').run(editor)}
      >
        Present
      </Button>
      <Menu
        trigger={
          <Button
            className={styles.presentMenu}
            variant="primary"
            size="s"
            aria-label="Where to start"
            title="Where to start"
          >
            <ChevronDown size={16} aria-hidden />
          </Button>
        }
        groups={[{ entries: presentEntries(editor) }, { entries: [checkEntry(editor)] }]}
      />
    </span>
  )
}
