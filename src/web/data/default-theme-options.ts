import { builtInThemes } from '../../themes/index.ts'

/** The choices of the theme that new decks begin with: none, those of the user or team, the built-in ones. */
export function defaultThemeOptions(themes: readonly { readonly id: number; readonly name: string }[]) {
  const builtIn = builtInThemes.map(({ id, content: { name } }) => ({ id, name }))
  const all = [...themes, ...builtIn].map(({ id, name }) => ({ value: String(id), label: name }))
  return [{ value: '', label: 'Standard' }, ...all]
}
