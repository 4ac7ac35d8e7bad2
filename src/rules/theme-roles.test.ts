import { describe, expect, test } from 'vitest'
import { contrast, contrastAA, luminance } from './contrast.ts'
import { themeColors } from './theme-colors.ts'
import { roleAndOpacityOf, roleColors, roleOf, roleValue, roleWithOpacity, themeRoles } from './theme-roles.ts'

/** OKLab, in which distances correspond to perceived differences. */
function oklab(color: string): readonly number[] {
  const linear = [1, 3, 5].map((at) => luminance(`#${color.slice(at, at + 2).repeat(3)}`))
  const mixed = (matrix: readonly (readonly number[])[], vector: readonly number[]) =>
    matrix.map((row) => row.reduce((sum, factor, n) => sum + factor * (vector[n] as number), 0))
  const cones = mixed(
    [
      [0.4122, 0.5363, 0.0514],
      [0.2119, 0.6807, 0.1074],
      [0.0883, 0.2817, 0.63],
    ],
    linear,
  ).map(Math.cbrt)
  return mixed(
    [
      [0.2105, 0.7936, -0.0041],
      [1.978, -2.4286, 0.4506],
      [0.0259, 0.7828, -0.8087],
    ],
    cones,
  )
}

function distance(first: string, second: string): number {
  const other = oklab(second)
  return Math.hypot(...oklab(first).map((value, n) => value - (other[n] as number)))
}

describe('theme roles', () => {
  test('ids, labels and custom properties are unique', () => {
    for (const key of ['id', 'label', 'property'] as const) {
      expect(new Set(themeRoles.map((role) => role[key])).size).toBe(11)
    }
  })

  test('a stored role is found again, accent 1 by either name', () => {
    for (const role of themeRoles) expect(roleOf(roleValue(role))).toBe(role)
    expect(roleOf('var(--r-accent-color)')?.id).toBe('accent-1')
    expect(['#ff0000', 'var(--other)', 'var(--r-main-color, red)', ''].map(roleOf)).toEqual([null, null, null, null])
  })

  test('a role keeps its opacity, and other mixtures are no roles', () => {
    const muted = themeRoles[4]!
    expect(roleWithOpacity(muted, 0.5)).toBe('color-mix(in srgb, var(--l-muted-color) 50%, transparent)')
    expect(roleAndOpacityOf(roleWithOpacity(muted, 0.5))).toEqual({ role: muted, opacity: 0.5 })
    expect(roleAndOpacityOf(roleWithOpacity(muted, 1))).toEqual({ role: muted, opacity: 1 })
    expect(roleAndOpacityOf('color-mix(in srgb, var(--l-muted-color) 50%, red)')).toBeNull()
    expect(roleAndOpacityOf('color-mix(in srgb, var(--other) 50%, transparent)')).toBeNull()
  })

  test.each(themeColors.map((color) => [color.id, color] as const))(
    '%s has six accents apart and a muted',
    (_, color) => {
      const colors = roleColors(color)
      for (const value of Object.values(colors)) expect(value).toMatch(/^#[0-9a-f]{6}$/)
      const accents = themeRoles.filter((role) => role.id.startsWith('accent')).map((role) => colors[role.id])
      for (const [n, accent] of accents.entries()) {
        for (const other of accents.slice(n + 1)) expect(distance(accent, other)).toBeGreaterThan(0.07)
        if (n > 0) expect(contrast(accent, colors.background)).toBeGreaterThan(contrastAA.graphics)
      }
      expect(contrast(colors.muted, colors.background)).toBeGreaterThan(contrastAA.text)
      expect(contrast(colors.muted, colors.background)).toBeLessThan(contrast(colors.text, colors.background))
    },
  )
})
