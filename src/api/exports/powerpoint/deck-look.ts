import type { AppearanceSettings, DrawnTheme } from '../../../document/output/frame-types.ts'
import { themeVariables } from '../../../document/output/theme-variables.ts'
import type { DeckLook } from '../../../document/powerpoint/look.ts'

/** The first family of a CSS list, as it is installed. */
function firstFamily(list: string): string {
  const name = (list.split(',')[0] ?? '').trim().replace(/^["']|["']$/g, '')
  return name.replace(/ Variable$/, '') || 'Arial'
}

/** The colors and fonts of a deck's settings and its theme. Colors that are no plain hex keep the settings' own. */
export function deckLook(
  name: string,
  appearance: AppearanceSettings,
  theme: Pick<DrawnTheme, 'variables'> | null,
): DeckLook {
  const usual = themeVariables(appearance)
  const variables: Readonly<Record<string, string>> = { ...usual, ...theme?.variables }
  const color = (property: string, fallback: string): string => {
    const value = variables[property] ?? ''
    const own = /^#[0-9a-f]{6}/i.exec(value)?.[0] ?? /^#[0-9a-f]{6}/i.exec(usual[property as `--${string}`] ?? '')?.[0]
    return (own ?? fallback).toLowerCase()
  }
  const accent = color('--r-accent-color', '#2a76dd')
  const accents = [2, 3, 4, 5, 6].map((index) => color(`--l-accent-${index}`, accent))
  return {
    name,
    background: color('--r-background-color', '#ffffff'),
    text: color('--r-main-color', '#222222'),
    heading: color('--r-heading-color', '#222222'),
    link: color('--r-link-color', accent),
    accents: [accent, accents[0]!, accents[1]!, accents[2]!, accents[3]!, accents[4]!],
    headingFont: firstFamily(variables['--r-heading-font'] ?? ''),
    bodyFont: firstFamily(variables['--r-main-font'] ?? ''),
  }
}
