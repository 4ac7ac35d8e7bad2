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
  ['new-slide', 'new-slide-below', 'slide-templates'],
  ['cut-slides', 'copy-slides', 'paste-slides', 'duplicate-slide'],
  ['move-slide-earlier', 'move-slide-later', 'slide-into-stack', 'slide-out-of-stack'],
  ['skip-slide', 'overview'],
  ['delete-slide'],
].map((ids) => ids.map(actionNamed))

/** The verbs that name the slides they are about: chosen several, they name several. */
const aboutChosen = new Set([
  'cut-slides',
  'copy-slides',
  'duplicate-slide',
  'move-slide-earlier',
  'move-slide-later',
  'delete-slide',
])

function entryOf(verb: Action, editor: Editor, many: boolean) {
  const on = verb.isOn?.(editor.model.getState())
  return {
    label: many && aboutChosen.has(verb.id) ? verb.label.replace(/slide\b/, 'slides') : verb.label,
    icon: <verb.icon size={16} aria-hidden />,
    dangerous: verb.id === 'delete-slide',
    ...(on === undefined ? {} : { checked: on }),
    onSelect: () => verb.run(editor),
  }
}

/** What can be done with the chosen slides, in groups for a menu. */
export function useSlideVerbs(): readonly MenuGroup[] {
  const editor = useEditorInstance()
  const many = useEditor((state) => state.picked.length > 1)
  useEditor((state) => actionNamed('skip-slide').isOn?.(state))
  const possible = useEditor((state) => groups.flat().filter((verb) => verb.when(state)), sameItems)
  return groups
    .map((group) => ({
      entries: group.filter((verb) => possible.includes(verb)).map((verb) => entryOf(verb, editor, many)),
    }))
    .filter((group) => group.entries.length > 0)
}

/** What can be done with the chosen slides, for those who have no keyboard at hand or don't know its keys. */
export function SlideMenu() {
  const { view } = useEditorInstance()
  const chosen = useRef(false)
  const label = 'More for this slide'
  const groups = useSlideVerbs().map(({ entries }) => ({
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
        // The next keys are for the slides that were changed; a window that comes up takes them from there.
        if (!returns) view.focusCanvas()
        return returns
      }}
    />
  )
}

/** The same under the secondary button (or a long touch) anywhere in the list. */
export function SlideContextMenu({ children }: { children: ReactElement<Record<string, unknown>> }) {
  return <ContextMenu area={children} groups={useSlideVerbs()} />
}
