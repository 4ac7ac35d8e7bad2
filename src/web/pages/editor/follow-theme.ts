import { isApiError } from '../../../api/api-error.ts'
import type { ApiClient } from '../../../api/client.ts'
import { themesContracts } from '../../../api/themes/contract.ts'
import type { EditorModel } from '../../../editor/state/editor-model.ts'
import { addOpenTheme, openTheme, openThemeOf } from '../../../editor/themes/open-themes.ts'
import type { Store } from '../../../ui/store.ts'

/** Pause before a theme that could not be loaded is requested again, in ms: each key is a change. */
const retryDelay = 10_000

/**
 * Loads the deck's theme when the deck gets one that this page does not have, such as by another window or a restored
 * draft. Until then, and if it cannot be loaded, the deck is drawn without.
 */
export function followTheme(model: EditorModel, api: ApiClient, deckId: Store<number | null>): void {
  let requested: number | null = null
  const follow = async (): Promise<void> => {
    const { theme_id: themeId } = model.getState().deck.settings
    const id = deckId.get()
    if (themeId === requested || themeId === null || openTheme(themeId)) return
    requested = themeId
    try {
      // Editors of a deck may have no right to read its theme elsewhere.
      const { theme } =
        id === null ? { theme: null } : await api.call(themesContracts.ofDeck, { params: { id: String(id) } })
      if (theme?.id === themeId) addOpenTheme(theme)
      else addOpenTheme(openThemeOf(await api.call(themesContracts.read, { params: { id: themeId } })))
    } catch (error) {
      // A theme that is gone or hidden stays so.
      if (isApiError(error) && error.status === 404) return
      setTimeout(() => {
        requested = null
      }, retryDelay)
    }
  }
  model.subscribe(() => void follow())
  void follow()
}
