import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenCssLaws } from '../../testing/attacks/css-laws.ts'
import { isLessBomb, lessAttacks } from '../../testing/attacks/less-attacks.ts'
import { type LessTrap, setLessTrap } from '../../testing/attacks/less-trap.ts'
import { makeTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let trap: LessTrap
beforeAll(async () => {
  app = await makeTestApp('sqlite')
  trap = await setLessTrap()
})
afterAll(async () => {
  await trap.close()
  await app.close()
})

test('hostile LESS sent as a theme reads no file, runs nothing, reaches no server, and is stored harmless', async () => {
  const author = await app.person({ plan: 'enterprise' })
  const { id } = (await author.post('/api/v1/themes.json', { theme: {} })).body
  // Bombs run until the time limit; less/compile-less.test.ts has them.
  const attacks = lessAttacks(trap.targets).filter(({ source }) => !isLessBomb(source))
  expect(attacks.length).toBeGreaterThan(20)
  for (const { name, source } of attacks) {
    await app.services.limits.reset('save', `user:${author.user.id}`)
    const { status, body, text } = await author.put(`/api/v1/themes/${id}.json`, { theme: { less: source } })
    expect([200, 422], name).toContain(status)
    // The source itself may name what it could not read.
    const css = status === 200 ? body.css : text
    expect(trap.leaked(css), name).toBe(false)
    if (status === 200)
      expect(
        brokenCssLaws(css, (same) => same),
        name,
      ).toEqual([])
    else expect(body.errors.less, name).toHaveLength(1)
  }
  expect([trap.connections(), trap.pluginRan()]).toEqual([0, false])
}, 120_000)
