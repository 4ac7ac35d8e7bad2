import { CircleHelp, Presentation } from 'lucide-react'
import { Palette, type PaletteEntry } from '../../ui/palette.tsx'
import { readStored, writeStored } from '../../ui/stored-value.ts'
import { shownShortcut } from '../actions/match-shortcut.ts'
import { shortcutText } from '../panels/shortcut-text.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { type PaletteItem, paletteItems, runPaletteItem } from './palette-items.ts'

const storageKey = 'lectern:recent-actions'
/** How many recent actions are stored. */
const recentCount = 5

function recentActions(): readonly string[] {
  return readStored(storageKey)?.split(' ').slice(0, recentCount) ?? []
}

function storeRecent(id: string): void {
  writeStored(storageKey, [id, ...recentActions().filter((one) => one !== id)].slice(0, recentCount).join(' '))
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

/** The command palette: available actions, slides and help pages, found by a few letters of their names. */
export function CommandPalette() {
  const editor = useEditorInstance()
  const open = useEditor((state) => state.dialog === 'palette')
  const items = (typed: string) =>
    paletteItems(editor.model.getState(), typed, recentActions(), editor.services.billing)
  return (
    <Palette
      open={open}
      label="Search actions and slides"
      placeholder="What would you like to do?"
      entriesFor={(typed) => items(typed).map(entryOf)}
      onClose={() => editor.model.show({ dialog: null })}
      onChoose={(id) => {
        if (!id.includes(' ')) storeRecent(id)
        runPaletteItem(editor, id)
      }}
      onChosen={() => {
        if (editor.model.getState().dialog === null) editor.view.focusCanvas()
      }}
    />
  )
}
