import { themeColor } from '../../../rules/theme-colors.ts'
import { roleColors, type ThemeRoleId } from '../../../rules/theme-roles.ts'
import type { ThemeContent } from '../../../rules/theme-settings.ts'

/** The colors of a theme by role: its own, else those of its color theme. */
export function colorsOf({ color, colors }: Pick<ThemeContent, 'color' | 'colors'>): Record<ThemeRoleId, string> {
  return { ...roleColors(themeColor(color)), ...colors }
}
