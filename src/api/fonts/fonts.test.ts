import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/test-app.ts'
import { fontFamilies } from './font-families.ts'

eachDatabase((makeApp) => {
  test('the server lists font families by name with their variants', async () => {
    const app = await makeApp()
    const { status, body } = await app.visitor().get('/api/v1/fonts.json')
    expect(status).toBe(200)
    expect(body.items.length).toBeGreaterThan(50)
    expect(body.items.find((item: { family: string }) => item.family === 'Lato').variants).toContain('700italic')
    for (const { family, variants } of body.items) expect([family, variants.length > 0]).toEqual([family, true])
  })
})

test('no family is listed twice', () => {
  const names = fontFamilies.map(({ family }) => family)
  expect(new Set(names).size).toBe(names.length)
})
