import { CircleHelp, Presentation } from 'lucide-react'
import { readStored, writeStored } from '../../ui/local-settings.ts'
import { Palette, type PaletteEntry } from '../../ui/palette.tsx'
import { shownShortcut } from '../actions/shortcut.ts'
import { shortcutText } from '../panels/shortcut-text.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { type PaletteItem, paletteItems, runPaletteItem } from './palette-items.ts'

const storedUnder = 'lectern:recent-actions'
/** How many verbs are remembered. */
const most = 5

function recentVerbs(): readonly string[] {
  return readStored(storedUnder)?.split(' ').slice(0, most) ?? []
}

function remember(id: string): void {
  writeStored(storedUnder, [id, ...recentVerbs().filter((one) => one !== id)].slice(0, most).join(' '))
}

function entryOf({ id, label, group, action }: PaletteItem): PaletteEntry {
  const shortcut = action ? shownShortcut(action) : undefined
  const Icon = action?.icon ?? (id.startsWith('help ') ? CircleHelp : Presentation)
  return {
    id,
    label,
    group,
    icon: <Icon size={16} aria-hidden />,
    ...(shortcut === undefined ? {} : { shortcut: shortcutText(shortcut) }),
  }
}

/** Everything that can be done at the moment, every slide and every page of the help, by a few letters of its name. */
export function CommandPalette() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'palette')
  const items = (typed: string) => paletteItems(editor.model.getState(), typed, recentVerbs())
  return (
    <Palette
      open={open}
      label="Search actions and slides"
      placeholder="What would you like to do?"
      entriesFor={(typed) => items(typed).map(entryOf)}
      onClose={() => editor.model.show({ dialog: null })}
      onChoose={(id) => {
        if (!id.includes(' ')) remember(id)
        runPaletteItem(editor, id)
      }}
      onChosen={() => {
        if (editor.model.getState().dialog === null) editor.view.focusCanvas()
      }}
    />
  )
}
