import { contrast, contrastAA } from './contrast.ts'
import { type ThemeRole, type ThemeRoleId, themeRoles } from './theme-roles.ts'

/** A color of a theme on its background. */
export interface ContrastPair {
  readonly role: ThemeRole
  /** As #rrggbb, as it looks on the background. */
  readonly color: string
  /** WCAG 2 contrast, from 1 to 21. */
  readonly ratio: number
  /** The least ratio of level AA: 4.5 for text, 3 for accents, which are used for graphics and large text. */
  readonly least: number
  readonly passes: boolean
  /** The nearest color that passes; null if the color does. */
  readonly nearest: string | null
}

const textRoles: readonly ThemeRoleId[] = ['text', 'heading', 'link', 'muted']

function channels(color: string): number[] {
  const digits = color.slice(1)
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  return pairs.map((pair) => Number.parseInt(pair, 16))
}

function hex(values: readonly number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

/** Blends two colors in sRGB. `share` 0: the first; 1: the second. */
function mix(first: readonly number[], second: readonly number[], share: number): number[] {
  return [0, 1, 2].map((n) => (first[n] ?? 0) * (1 - share) + (second[n] ?? 0) * share)
}

/** A hex color of any length as #rrggbb: a transparent one as it looks on the ground, which is #rrggbb. */
export function solidColor(color: string, ground = '#ffffff'): string {
  const values = channels(color)
  const [, , , alpha = 255] = values
  return hex(mix(channels(ground), values, alpha / 255))
}

/** The least share of `end` (black or white) with which the color reaches the ratio; null: it cannot. */
function leastShare(color: string, ground: string, end: string, ratio: number): number | null {
  const at = (share: number) => contrast(hex(mix(channels(color), channels(end), share)), ground)
  if (at(1) < ratio) return null
  let [low, high] = [0, 1]
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (at(middle) < ratio) low = middle
    else high = middle
  }
  return high
}

/** The nearest color of the same hue that has the contrast on the ground, both as #rrggbb. */
export function nearestPassing(color: string, ground: string, ratio: number): string {
  if (contrast(color, ground) >= ratio) return color
  const candidates = ['#000000', '#ffffff'].flatMap((end) => {
    const share = leastShare(color, ground, end, ratio)
    if (share === null) return []
    const found = hex(mix(channels(color), channels(end), share))
    const moved = channels(found).reduce((sum, value, n) => sum + Math.abs(value - (channels(color)[n] ?? 0)), 0)
    return [{ found, moved }]
  })
  candidates.sort((one, other) => one.moved - other.moved)
  // Black or white reaches 4.5 on every color.
  return candidates[0]?.found ?? '#000000'
}

/** Whether each color of a theme can be read on its background, with the nearest color that passes level AA. */
export function contrastReport(colors: Readonly<Record<ThemeRoleId, string>>): readonly ContrastPair[] {
  const ground = solidColor(colors.background)
  return themeRoles.flatMap((role) => {
    if (role.id === 'background') return []
    const least = textRoles.includes(role.id) ? contrastAA.text : contrastAA.graphics
    const color = solidColor(colors[role.id], ground)
    const ratio = contrast(color, ground)
    const passes = ratio >= least
    return [{ role, color, ratio, least, passes, nearest: passes ? null : nearestPassing(color, ground, least) }]
  })
}
