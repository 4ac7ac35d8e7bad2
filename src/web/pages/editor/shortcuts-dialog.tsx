import type { ActionGroup } from '../../../editor/actions/action.ts'
import { actions } from '../../../editor/actions/index.ts'
import { shownShortcut } from '../../../editor/actions/match-shortcut.ts'
import { groupTitles } from '../../../editor/menus/palette-items.ts'
import { shortcutText } from '../../../editor/panels/shortcut-text.ts'
import { useEditor, useEditorInstance } from '../../../editor/state/use-editor.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'

/** Lists the editor's shortcuts, from the same actions as the keyboard. */
export function ShortcutsDialog() {
  const { model } = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'shortcuts')
  return (
    <Dialog open={open} onClose={() => model.show({ dialog: null })} title="Keyboard shortcuts" size="l">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list without focusable elements must be scrollable with keys */}
      <section className={styles.keys} tabIndex={0} aria-label="All shortcuts">
        {(Object.keys(groupTitles) as ActionGroup[]).map((group) => {
          const listedActions = actions.filter(
            (action) => action.group === group && shownShortcut(action) !== undefined,
          )
          if (listedActions.length === 0) return null
          return (
            <section key={group}>
              <h3>{groupTitles[group]}</h3>
              <dl>
                {listedActions.map((action) => (
                  <div key={action.id} className={styles.key}>
                    <dt>{action.label}</dt>
                    <dd>
                      <kbd>{shortcutText(shownShortcut(action) ?? '')}</kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </section>
    </Dialog>
  )
}
