import { appliedSettings, type ThemeContent } from '../../rules/theme-settings.ts'
import type { Command } from '../commands/command.ts'
import { setSettings } from '../commands/settings-commands.ts'

/** Gives the deck a theme, with the theme's settings. The slides stay as they are; so does the deck's own footer. */
export function applyTheme(theme: ThemeContent & { readonly id: number }): Command {
  return setSettings({ theme_id: theme.id, ...appliedSettings(theme) })
}
