import { almanac } from './almanac/theme.ts'
import { billboard } from './billboard/theme.ts'
import { boardroom } from './boardroom/theme.ts'
import type { BuiltInTheme } from './built-in-theme.ts'
import { circuit } from './circuit/theme.ts'
import { confetti } from './confetti/theme.ts'
import { folio } from './folio/theme.ts'

/** The themes that come with the product, in the order in which they are offered. A new one is a folder and a line. */
export const builtInThemes: readonly BuiltInTheme[] = [boardroom, folio, circuit, almanac, billboard, confetti]

/** The name of the meta tag that names a built-in theme in a deck's file, by the theme's folder. */
export const themeMeta = 'lectern:theme'

/** Finds a built-in theme by its folder; null if there is none. */
export function builtInThemeNamed(folder: string | undefined): BuiltInTheme | null {
  return builtInThemes.find((theme) => theme.folder === folder) ?? null
}

/** Finds a built-in theme by its id; null if there is none. */
export function builtInTheme(id: number | null): BuiltInTheme | null {
  return builtInThemes.find((theme) => theme.id === id) ?? null
}
