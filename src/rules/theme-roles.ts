import { defaultThemeColor, type ThemeColor } from './theme-colors.ts'

export type ThemeRoleId =
  | 'background'
  | 'text'
  | 'heading'
  | 'link'
  | 'muted'
  | 'accent-1'
  | 'accent-2'
  | 'accent-3'
  | 'accent-4'
  | 'accent-5'
  | 'accent-6'

/** A color of the theme by its purpose. Markup refers to it as `var(--…)`, so that it follows a change of theme. */
export interface ThemeRole {
  readonly id: ThemeRoleId
  readonly label: string
  readonly property: `--${string}`
}

/** The roles, in the order in which they are shown. */
export const themeRoles: readonly ThemeRole[] = [
  { id: 'background', label: 'Background', property: '--r-background-color' },
  { id: 'text', label: 'Text', property: '--r-main-color' },
  { id: 'heading', label: 'Heading', property: '--r-heading-color' },
  { id: 'link', label: 'Link', property: '--r-link-color' },
  { id: 'muted', label: 'Muted', property: '--l-muted-color' },
  { id: 'accent-1', label: 'Accent 1', property: '--l-accent-1' },
  { id: 'accent-2', label: 'Accent 2', property: '--l-accent-2' },
  { id: 'accent-3', label: 'Accent 3', property: '--l-accent-3' },
  { id: 'accent-4', label: 'Accent 4', property: '--l-accent-4' },
  { id: 'accent-5', label: 'Accent 5', property: '--l-accent-5' },
  { id: 'accent-6', label: 'Accent 6', property: '--l-accent-6' },
]

/**
 * Muted and the accents 2 to 6 of each color theme; accent 1 is its `accent`. Muted has a contrast of at least 4.5:1
 * on the background, the accents 2 to 6 of at least 3:1. Two accents differ by at least 0.07 in OKLab.
 */
const furtherColors: Readonly<Record<string, readonly [muted: string, accents: string]>> = {
  'white-blue': ['#6e7176', '#0f8a78 #b8690a #cf3f4f #7a4fc9 #c2418f'],
  'sand-blue': ['#6c685e', '#b5602b #5a7a35 #96425a #6c5a9c #977216'],
  'beige-brown': ['#706459', '#3a6d92 #687a28 #9a3636 #7a5590 #2a7a6a'],
  'silver-green': ['#63696a', '#2f6fc0 #bd5c1b #a8447c #6d58b8 #857310'],
  'silver-blue': ['#636870', '#16806f #b0630f #bd4653 #7b55b5 #5f771a'],
  'sky-blue': ['#556977', '#2a7848 #ad5b0d #b5405e #6650b3 #746b0f'],
  'blue-yellow': ['#b8c9e1', '#6fd3f0 #ff9d8a #8fe0a8 #d3b5ff #ff9fd0'],
  'cobalt-orange': ['#929fbd', '#5fc7e8 #f2cf5b #7fd39b #f28fa8 #b5a3f5'],
  'asphalt-orange': ['#9da3aa', '#5ab8e0 #e8c84f #72c78f #ee8497 #b39ae8'],
  'forest-yellow': ['#a4b8ac', '#7fd6c2 #f29a6b #a8d86a #8fbcf0 #eea0b8'],
  'mint-beige': ['#52685e', '#8a5a2b #2a7358 #3a6696 #9c4a5c #6e5aa3'],
  'sea-yellow': ['#b1cacf', '#6fd6e0 #f79d7a #9adf8c #c0b2ff #f7a3c4'],
  'yellow-black': ['#6b5d1a', '#a33c0c #15608f #2c6b2f #8a2f6e #3f3a9a'],
  'coral-blue': ['#5b3943', '#8a1c2b #0c5c55 #6a2d86 #664800 #9a1f6a'],
  'grey-blue': ['#afb2b6', '#5fc9a8 #f0b95c #f0899a #b9a2f2 #b8d36a'],
  'black-blue': ['#85878a', '#3fc1a5 #f2b84b #f0717f #a98bf0 #8fcf5f'],
  'black-mint': ['#848987', '#4fa8ea #f0c04f #f08a6b #b49bf2 #ee82b4'],
  'black-orange': ['#8a8784', '#46b3e0 #e8cb52 #4fc08d #ee7590 #ab92ee'],
}

/** The colors of a color theme by role, all as #rrggbb. */
export function roleColors(color: ThemeColor): Readonly<Record<ThemeRoleId, string>> {
  const [muted = '', accents = ''] = furtherColors[color.id] ?? furtherColors[defaultThemeColor] ?? []
  const [second = '', third = '', fourth = '', fifth = '', sixth = ''] = accents.split(' ')
  return {
    background: color.background,
    text: color.text,
    heading: color.heading,
    link: color.link,
    muted,
    'accent-1': color.accent,
    'accent-2': second,
    'accent-3': third,
    'accent-4': fourth,
    'accent-5': fifth,
    'accent-6': sixth,
  }
}

/** A role as stored in markup, such as `var(--l-accent-2)`. */
export function roleValue(role: ThemeRole): string {
  return `var(${role.property})`
}

/** The role of a stored color, or null if it is not one. Also finds accent 1 by its older name, `--r-accent-color`. */
export function roleOf(value: string): ThemeRole | null {
  const property = /^var\(\s*(--[\w-]+)\s*\)$/i.exec(value.trim())?.[1]
  const name = property === '--r-accent-color' ? '--l-accent-1' : property
  return themeRoles.find((role) => role.property === name) ?? null
}

/** A role with an opacity from 0 to 1, as stored in markup: `color-mix(in srgb, var(--l-accent-2) 50%, transparent)`. */
export function roleWithOpacity(role: ThemeRole, opacity: number): string {
  return opacity >= 1 ? roleValue(role) : `color-mix(in srgb, ${roleValue(role)} ${percent(opacity)}%, transparent)`
}

/** The role of a stored color and its opacity from 0 to 1; null if it is not one. */
export function roleAndOpacityOf(value: string): { readonly role: ThemeRole; readonly opacity: number } | null {
  const mixed = /^color-mix\(\s*in srgb\s*,\s*(var\([^()]*\))\s+(\d{1,3}(?:\.\d{1,2})?)%\s*,\s*transparent\s*\)$/i.exec(
    value.trim(),
  )
  const role = roleOf(mixed?.[1] ?? value)
  return role && { role, opacity: mixed ? Math.min(1, Number(mixed[2]) / 100) : 1 }
}

function percent(opacity: number): number {
  return Math.round(Math.max(0, opacity) * 100)
}
