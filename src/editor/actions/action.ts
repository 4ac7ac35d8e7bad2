import type { IconComponent } from '../../blocks/block-editor.ts'
import type { Editor } from '../state/editor.ts'
import type { EditorState } from '../state/editor-state.ts'

/** Where an action stands in menus and in the list of shortcuts. */
export type ActionGroup = 'edit' | 'insert' | 'text' | 'arrange' | 'slide' | 'view' | 'deck'

/**
 * When an action's shortcut works. `canvas`: while nothing is typed. `text`: while text is typed on the slide.
 * `both`: in either. `always`: in the panels' own fields too (save).
 */
export type ShortcutScope = 'canvas' | 'text' | 'both' | 'always'

/**
 * One verb of the editor. Toolbars, menus, the keyboard and the command palette all read the same list of these,
 * so that a verb is called, drawn, allowed and done the same way everywhere.
 */
export interface Action {
  readonly id: string
  readonly label: string
  readonly icon: IconComponent
  readonly group: ActionGroup
  /** Like 'Mod+Shift+Z': Mod is the command key on Apple's machines and Ctrl elsewhere. The first is the one shown. */
  readonly shortcuts: readonly string[]
  readonly scope: ShortcutScope
  /** Keys that the browser itself does this with (copy and paste come as events of their own); shown like shortcuts. */
  readonly hint?: string
  /** It destroys something. */
  readonly dangerous?: boolean
  /** Not listed in menus and the palette: nudges, Escape. */
  readonly quiet?: boolean
  /** Whether it can be done now. Buttons are disabled when not, and the shortcut is left to others (to the browser only without Mod). */
  when(state: EditorState): boolean
  /** What to say to somebody who pressed its keys when it can't be done; null (or nothing): it is plain to see. */
  whyNot?(state: EditorState): string | null
  /** For switches: whether it is on. */
  isOn?(state: EditorState): boolean
  run(editor: Editor): void
}
