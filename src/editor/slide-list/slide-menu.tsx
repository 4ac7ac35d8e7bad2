import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../web/ui/icon-button.tsx'
import { Menu } from '../../web/ui/menu.tsx'
import { actionNamed } from '../actions/index.ts'
import { sameItems, useEditor, useEditorInstance } from '../state/use-editor.ts'

const verbs = ['duplicate-slide', 'move-slide-earlier', 'move-slide-later', 'delete-slide'].map(actionNamed)

/** What can be done with the slide on the canvas, for those who have no keyboard at hand or don't know its keys. */
export function SlideMenu() {
  const editor = useEditorInstance()
  const possible = useEditor((state) => verbs.filter((verb) => verb.when(state)), sameItems)
  const entries = possible.map((verb) => ({
    label: verb.label,
    icon: <verb.icon size={16} aria-hidden />,
    dangerous: verb.id === 'delete-slide',
    onSelect: () => verb.run(editor),
  }))
  const label = 'More for this slide'
  return (
    <Menu
      trigger={<IconButton label={label} icon={<Ellipsis size={18} aria-hidden />} tooltip={false} title={label} />}
      groups={[{ entries }]}
    />
  )
}
