import { useMemo } from 'react'
import { paletteColors } from '../../../rules/theme-settings.ts'
import { useStore } from '../../../ui/store.ts'
import { useEditor } from '../../state/use-editor.ts'
import { openThemes } from '../../themes/open-themes.ts'

/** The colors of the deck's theme that its author offers instead of the roles; none without a palette. */
export function usePalette(): readonly string[] {
  const themeId = useEditor(({ deck }) => deck.settings.theme_id)
  const palette = useStore(openThemes).get(themeId ?? 0)?.palette ?? ''
  return useMemo(() => paletteColors(palette), [palette])
}
