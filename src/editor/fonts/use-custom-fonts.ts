import type { TextFont } from '../../blocks/fonts.ts'
import { familiesIn } from '../../rules/font-services.ts'
import { useStore } from '../../ui/store.ts'
import { useEditor, useEditorInstance } from '../state/use-editor.ts'
import { deckFonts } from './deck-fonts.ts'

/** The deck's custom font families: those in its settings and those of its font kit. */
export function useCustomFonts(): readonly TextFont[] {
  const { model } = useEditorInstance()
  const google = useEditor(({ deck }) => deck.settings.font_google)
  const { families } = useStore(deckFonts(model))
  const names = new Set([...familiesIn(google).map(({ family }) => family), ...families])
  return [...names].toSorted().map((name) => ({ label: name, value: `'${name.replaceAll("'", '')}', sans-serif` }))
}
