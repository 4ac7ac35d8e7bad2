import type { DeckSettings } from '../../rules/deck-fields.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { panelTitle } from './panel-names.ts'

/** One setting of the deck, and how to change it: one undo step each. */
export function useSetting<K extends keyof DeckSettings>(name: K): [DeckSettings[K], (value: DeckSettings[K]) => void] {
  const { model } = useEditorInstance()
  const value = useEditor(({ deck }) => deck.settings[name])
  return [
    value,
    (next) => model.apply(setSettings({ [name]: next }), { undo: 'step', label: panelTitle('deck'), key: name }),
  ]
}
