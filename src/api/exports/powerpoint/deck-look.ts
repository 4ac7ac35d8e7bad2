import type { AppearanceSettings, DrawnTheme } from '../../../document/output/frame-types.ts'
import { themeVariables } from '../../../document/output/theme-variables.ts'
import type { DeckLook } from '../../../document/powerpoint/look.ts'
import { fullHexColor } from '../../../rules/theme-settings.ts'

/** The first family of a CSS list, as it is installed. */
function firstFamily(list: string): string {
  const name = (list.split(',')[0] ?? '').trim().replace(/^["']|["']$/g, '')
  return name.replace(/ Variable$/, '') || 'Arial'
}

/** Runs in the page: the custom properties of a slide, which style sheets set, too. */
export const readShownValues = `(() => {
  const style = getComputedStyle(document.querySelector('.sheet-slide') ?? document.documentElement)
  const names = 'background-color main-color heading-color link-color accent-color heading-font main-font'
  return Object.fromEntries(names.split(' ').map((name) => ['--r-' + name, style.getPropertyValue('--r-' + name).trim()]))
})()`

type Values = Readonly<Record<string, string>>

/** The color of a value; undefined if it is no plain hex. */
const hexOf = (value = ''): string | undefined =>
  /^#(?:[0-9a-f]{3}|[0-9a-f]{6,8})$/i.test(value) ? fullHexColor(value).slice(0, 7).toLowerCase() : undefined

/**
 * The colors and fonts of a deck's settings and its theme. Colors that are no plain hex keep the settings' own. `shown`:
 * the values that slides have by its style sheets, such as those of an imported deck.
 */
export function deckLook(
  name: string,
  appearance: AppearanceSettings,
  theme: Pick<DrawnTheme, 'variables'> | null,
  shown: Values = {},
): DeckLook {
  const usual: Values = themeVariables(appearance)
  const own: Values = { ...usual, ...theme?.variables }
  const color = (property: string, fallback: string): string =>
    hexOf(shown[property]) ?? hexOf(own[property]) ?? hexOf(usual[property]) ?? fallback
  const font = (property: string): string => firstFamily(shown[property] || own[property] || '')
  const accent = color('--r-accent-color', '#2a76dd')
  const accents = [2, 3, 4, 5, 6].map((index) => color(`--l-accent-${index}`, accent))
  return {
    name,
    background: color('--r-background-color', '#ffffff'),
    text: color('--r-main-color', '#222222'),
    heading: color('--r-heading-color', '#222222'),
    link: color('--r-link-color', accent),
    accents: [accent, accents[0]!, accents[1]!, accents[2]!, accents[3]!, accents[4]!],
    headingFont: font('--r-heading-font'),
    bodyFont: font('--r-main-font'),
  }
}
