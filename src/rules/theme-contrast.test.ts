import { describe, expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { themeColors } from './theme-colors.ts'
import { contrastReport, nearestPassing, solidColor } from './theme-contrast.ts'
import { roleColors } from './theme-roles.ts'

describe('contrast report', () => {
  test.each(themeColors.map((color) => [color.id, color] as const))('all text of %s passes', (_, color) => {
    const failed = contrastReport(roleColors(color)).filter(({ passes, least }) => !passes && least > 3)
    expect(failed).toEqual([])
  })

  test('each color that fails gets one that passes, and no other', () => {
    const colors = { ...roleColors(themeColors[0]!), text: '#999999', link: '#2b2f36', 'accent-2': '#ffee88' }
    const report = contrastReport(colors)
    expect(report.map(({ role }) => role.id)).not.toContain('background')
    expect(report.filter(({ passes }) => !passes).map(({ role }) => role.id)).toEqual(['text', 'accent-2'])
    for (const { nearest, passes, least } of report) {
      expect(nearest === null).toBe(passes)
      if (nearest) expect(contrast(nearest, colors.background)).toBeGreaterThanOrEqual(least)
    }
  })

  test.each([
    ['#777777', '#ffffff', '#767676'],
    ['#777777', '#000000', '#777777'],
    ['#333333', '#1d4f91', '#c1c1c1'],
    ['#808080', '#808080', '#171717'],
  ])('the color nearest to %s on %s is %s', (color, ground, nearest) => {
    expect(nearestPassing(color, ground, 4.5)).toBe(nearest)
  })

  test('short and transparent colors count as they look on the background', () => {
    expect([solidColor('#abc'), solidColor('#00000080', '#ffffff'), solidColor('#000c', '#ffffff')]).toEqual([
      ...['#aabbcc', '#7f7f7f', '#333333'],
    ])
  })
})
