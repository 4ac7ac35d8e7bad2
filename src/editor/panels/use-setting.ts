import type { DeckSettings } from '../../rules/deck-columns.ts'
import { setSettings } from '../commands/settings-commands.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { panelTitle } from './panel-names.ts'

/** A setting of the deck and its setter; each call is one undo step. */
export function useSetting<K extends keyof DeckSettings>(name: K): [DeckSettings[K], (value: DeckSettings[K]) => void] {
  const { model } = useEditorInstance()
  const value = useEditor(({ deck }) => deck.settings[name])
  return [
    value,
    (next) => model.apply(setSettings({ [name]: next }), { undo: 'step', label: panelTitle('deck'), key: name }),
  ]
}
