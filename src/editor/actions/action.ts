import type { IconComponent } from '../../blocks/block-editor.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Where an action stands in menus and in the list of shortcuts. */
export type ActionGroup = 'edit' | 'insert' | 'text' | 'arrange' | 'slide' | 'view' | 'deck'

/**
 * The contexts in which an action's shortcut works. `canvas`: while no text is being edited. `text`: while text is
 * edited on the slide. `both`: either. `always`: in the panels' input fields too (save).
 */
export type ShortcutScope = 'canvas' | 'text' | 'both' | 'always'

/**
 * One user action of the editor. Toolbars, menus, the keyboard and the command palette read the same list, so an
 * action has the same name, icon and condition everywhere.
 */
export interface Action {
  readonly id: string
  readonly label: string
  readonly icon: IconComponent
  readonly group: ActionGroup
  /** Such as 'Mod+Shift+Z'. Mod is Command on Apple devices and Ctrl elsewhere. Menus show the first shortcut. */
  readonly shortcuts: readonly string[]
  readonly scope: ShortcutScope
  /** Keys that the browser handles (copy and paste arrive as clipboard events). Menus show them like a shortcut. */
  readonly hint?: string
  /** Destructive: menus show it in the danger color. */
  readonly dangerous?: boolean
  /** Hidden from menus and the palette (nudges, Escape). */
  readonly quiet?: boolean
  /**
   * Whether the action is possible now. If not, buttons are disabled and other actions may use the shortcut. The
   * browser gets an unused shortcut only if it has no Mod.
   */
  when(state: EditorState): boolean
  /** The toast for a shortcut pressed while the action is impossible. Null or absent if the reason is obvious. */
  whyNot?(state: EditorState): string | null
  /** For switches: whether it is on. */
  isOn?(state: EditorState): boolean
  run(editor: Editor): void
}
