import { themesContracts } from '../../../api/themes/contract.ts'
import type { ThemeSource } from '../../../editor/panels/theme-choice.tsx'
import { writesThemes } from '../../../rules/account-permissions.ts'
import { themePicture } from '../../data/theme-picture.ts'
import type { EditorSession } from './editor-session.ts'

/** The themes that the deck's panel offers. */
export function themeSourceOf({ api, data }: Pick<EditorSession, 'api' | 'data'>): ThemeSource {
  return {
    list: async () => (await api.call(themesContracts.list)).results,
    pictureOf: themePicture,
    load: (id) => api.call(themesContracts.read, { params: { id } }),
    editorUrl: writesThemes(data.viewer.team, data.site) ? '/themes' : null,
  }
}
