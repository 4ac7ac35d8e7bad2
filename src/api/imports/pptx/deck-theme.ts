import { luminance } from '../../../rules/contrast.ts'
import { limits } from '../../../rules/limits.ts'
import { type ThemeRole, type ThemeRoleId, themeRoles } from '../../../rules/theme-roles.ts'
import { type ThemeContent, validateFontFamilies } from '../../../rules/theme-settings.ts'
import { fontFamily, fontThemeOf } from '../font-family.ts'
import { backgroundOf } from './backgrounds.ts'
import { type ColorScheme, literalColor, schemeColor, slotOf, themeSlot } from './colors.ts'
import type { DeckTheme, SlideContext } from './slide-context.ts'
import { childrenOf, find } from './xml-tree.ts'

/** The theme of a presentation as one of the product. */

const accents = [1, 2, 3, 4, 5, 6] as const
const hexForm = /^[0-9a-f]{6}$/i
/** The luminance below which a background is dark. */
const darkBelow = 0.18

const roleNamed = (id: ThemeRoleId): ThemeRole => themeRoles.find((role) => role.id === id)!

/** The name in the theme of the color of titles, as the master sets it. */
function titleSlotOf({ master, scheme }: SlideContext): string {
  const fill = find(master?.root, 'txStyles', 'titleStyle', 'lvl1pPr', 'defRPr', 'solidFill')
  return slotOf(childrenOf(fill)[0], scheme) ?? themeSlot(scheme, 'tx1')
}

/** The theme of the deck, from the master of a slide. Null if the file has none. */
export function deckThemeOf(context: SlideContext): DeckTheme | null {
  const { theme, scheme, fonts } = context
  if (!find(theme, 'themeElements', 'clrScheme')) return null
  const roles = new Map<string, { hex: string; role: ThemeRole }>()
  const add = (slot: string, id: ThemeRoleId): void => {
    const hex = scheme.theme.get(slot)?.toLowerCase()
    if (hex && hexForm.test(hex) && !roles.has(slot)) roles.set(slot, { hex, role: roleNamed(id) })
  }
  const ground = backgroundOf(context, [context.master])
  const color = ground?.fill.kind === 'color' ? ground.fill.color : null
  const background = color ? literalColor({ ...color, alpha: 1 }) : `#${schemeColor(scheme, 'bg1').toLowerCase()}`
  add(ground?.slot ?? themeSlot(scheme, 'bg1'), 'background')
  add(themeSlot(scheme, 'tx1'), 'text')
  for (const number of accents) add(themeSlot(scheme, `accent${number}`), `accent-${number}`)
  add(themeSlot(scheme, 'hlink'), 'link')
  const titleSlot = titleSlotOf(context)
  add(titleSlot, 'heading')
  for (const [slot, { hex, role }] of roles) {
    // A master with a background of its own.
    if (role.id === 'background' && `#${hex}` !== background) roles.delete(slot)
  }
  return { roles, background, titleSlot, fonts: { major: fonts.major, minor: fonts.minor } }
}

/** The mean of two hex colors, as a muted text on a background. */
function between(one: string, other: string): string {
  const channels = [0, 2, 4].map((at) => {
    const [a, b] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(a! * 0.65 + b! * 0.35)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The theme as the settings of a deck have it, and what the references of slides to it mean without it. */
export function themeSettings(theme: DeckTheme, title: string): Record<string, unknown> {
  const byRole = new Map([...theme.roles.values()].map(({ hex, role }) => [role.id, `#${hex}`]))
  const { background } = theme
  const text = byRole.get('text') ?? '#000000'
  const heading = theme.roles.get(theme.titleSlot)?.hex
  const colors: Partial<Record<ThemeRoleId, string>> = {
    ...Object.fromEntries(byRole),
    ...{ background, text },
    heading: heading ? `#${heading}` : text,
    muted: between(text.slice(1), background.slice(1)),
  }
  const family = (name: string): string | null => {
    const families = fontFamily(name)
    return families !== '' && validateFontFamilies(families) === null ? families : null
  }
  const [headingFont, bodyFont] = [family(theme.fonts.major), family(theme.fonts.minor)]
  const known = fontThemeOf(theme.fonts.major, theme.fonts.minor)
  const content: Partial<ThemeContent> = {
    name: `Theme of ${title || 'an imported deck'}`.slice(0, limits.theme.name),
    // Colors that the file does not have are those of a theme that suits its background.
    color: luminance(background) < darkBelow ? 'asphalt-orange' : 'white-blue',
    colors,
    ...(known ? { font: known.id } : { heading_font: headingFont, body_font: bodyFont }),
    palette: accents.flatMap((number) => byRole.get(`accent-${number}`) ?? []).join(','),
  }
  const meanings = themeRoles.flatMap(({ id, property }) => (colors[id] ? [[property, colors[id]] as const] : []))
  const fonts = [
    ['--r-heading-font', headingFont],
    ['--r-main-font', bodyFont],
  ] as const
  return { theme: content, theme_values: Object.fromEntries([...meanings, ...fonts.filter(([, value]) => value)]) }
}

/** The roles that the colors of a slide have. */
function rolesOf(theme: DeckTheme, scheme: ColorScheme, isOnGround: boolean): ReadonlyMap<string, ThemeRole> {
  return new Map(
    [...theme.roles].flatMap(([slot, { hex, role }]) => {
      const isSame = scheme.theme.get(slot)?.toLowerCase() === hex
      // The player changes the colors of text on other backgrounds.
      const isKept = isOnGround || role.id === 'background' || role.id.startsWith('accent')
      return isSame && isKept ? [[slot, role] as const] : []
    }),
  )
}

/** A slide whose colors and fonts are references to the deck's theme, where they are the same. */
export function withDeckTheme(context: SlideContext): SlideContext {
  const { theme } = context.deck
  if (!theme) return context
  const fill = backgroundOf(context)?.fill
  const isOnGround = fill?.kind === 'color' && literalColor(fill.color) === theme.background
  const roles = rolesOf(theme, context.scheme, isOnGround)
  const scheme = { ...context.scheme, roles }
  const heading = isOnGround ? roles.get(theme.titleSlot) : undefined
  const isSameFont = context.fonts.major === theme.fonts.major && context.fonts.minor === theme.fonts.minor
  const areValid = [theme.fonts.major, theme.fonts.minor].every(
    (name) => validateFontFamilies(fontFamily(name)) === null,
  )
  return {
    ...context,
    scheme,
    titleScheme: heading ? { ...scheme, roles: new Map([...roles, [theme.titleSlot, roleNamed('heading')]]) } : scheme,
    fonts: { ...context.fonts, areOfDeck: isSameFont && areValid },
  }
}
