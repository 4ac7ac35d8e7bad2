import { Ellipsis } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { ContextMenu } from '../../ui/context-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuGroup } from '../../ui/menu.tsx'
import type { Action } from '../actions/action.ts'
import { actionNamed } from '../actions/index.ts'
import type { Editor } from '../state/editor.ts'
import { sameItems, useEditor, useEditorInstance } from '../state/use-editor.ts'

const groups = [
  ['new-slide', 'new-slide-below', 'new-slide-layout', 'slide-templates'],
  ['cut-slides', 'copy-slides', 'paste-slides', 'duplicate-slide'],
  ['move-slide-earlier', 'move-slide-later', 'slide-into-stack', 'slide-out-of-stack'],
  ['change-layout', 'skip-slide', 'overview'],
  ['delete-slide'],
].map((ids) => ids.map(actionNamed))

/** Actions whose label names the slides: in the plural if several are selected. */
const pluralized = new Set([
  'cut-slides',
  'copy-slides',
  'duplicate-slide',
  'move-slide-earlier',
  'move-slide-later',
  'delete-slide',
])

function entryOf(action: Action, editor: Editor, several: boolean) {
  const on = action.isOn?.(editor.model.getState())
  return {
    label: several && pluralized.has(action.id) ? action.label.replace(/slide\b/, 'slides') : action.label,
    icon: <action.icon size={16} aria-hidden />,
    dangerous: action.id === 'delete-slide',
    ...(on === undefined ? {} : { checked: on }),
    onSelect: () => action.run(editor),
  }
}

/** The actions for the selected slides, in groups of a menu. */
function useSlideMenuGroups(): readonly MenuGroup[] {
  const editor = useEditorInstance()
  const several = useEditor((state) => state.selectedSlides.length > 1)
  useEditor((state) => actionNamed('skip-slide').isOn?.(state))
  const available = useEditor((state) => groups.flat().filter((action) => action.when(state)), sameItems)
  return groups
    .map((group) => ({
      entries: group.filter((action) => available.includes(action)).map((action) => entryOf(action, editor, several)),
    }))
    .filter((group) => group.entries.length > 0)
}

/** The menu button of the selected slides, for users without a keyboard or its shortcuts. */
export function SlideMenu() {
  const { view } = useEditorInstance()
  const chosen = useRef(false)
  const label = 'More for this slide'
  const groups = useSlideMenuGroups().map(({ entries }) => ({
    entries: entries.map((entry) => ({
      ...entry,
      onSelect: () => {
        chosen.current = true
        entry.onSelect?.()
      },
    })),
  }))
  return (
    <Menu
      trigger={<IconButton label={label} icon={<Ellipsis size={18} aria-hidden />} tooltip={false} title={label} />}
      groups={groups}
      returnsFocus={() => {
        const returns = !chosen.current
        chosen.current = false
        // The next keys are for the changed slides; a dialog that opens takes the focus from there.
        if (!returns) view.focusCanvas()
        return returns
      }}
    />
  )
}

/** The same actions as a context menu (right click or long press) anywhere in the list. */
export function SlideContextMenu({ children }: { children: ReactElement<Record<string, unknown>> }) {
  return <ContextMenu area={children} groups={useSlideMenuGroups()} />
}
