import type { ActionGroup } from '../../../editor/actions/action.ts'
import { actions } from '../../../editor/actions/index.ts'
import { shortcutText } from '../../../editor/panels/shortcut-text.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './editor-page.module.css'

const groups: Readonly<Record<ActionGroup, string>> = {
  edit: 'Edit',
  insert: 'Insert',
  text: 'Text',
  arrange: 'Arrange',
  slide: 'Slides',
  view: 'View',
  deck: 'Deck',
}

/** Every shortcut of the editor, from the same list that the keyboard reads. */
export function ShortcutsDialog() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'shortcuts')
  return (
    <Dialog open={open} onClose={() => editor.show({ dialog: null })} title="Keyboard shortcuts" size="l">
      <div className={styles.keys}>
        {(Object.keys(groups) as ActionGroup[]).map((group) => {
          const known = actions.filter((action) => action.group === group && action.shortcuts.length > 0)
          if (known.length === 0) return null
          return (
            <section key={group}>
              <h3>{groups[group]}</h3>
              <dl>
                {known.map((action) => (
                  <div key={action.id} className={styles.key}>
                    <dt>{action.label}</dt>
                    <dd>
                      <kbd>{shortcutText(action.shortcuts[0] ?? '')}</kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
