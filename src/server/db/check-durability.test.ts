import { beforeAll, expect, test } from 'vitest'
import { eachDatabase, type TestApp } from '../../testing/test-app.ts'
import type { Services } from '../services.ts'
import { checkDurability } from './check-durability.ts'

eachDatabase((makeApp, kind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeApp()
  })
  const as = (production: boolean): Services => ({
    ...app.services,
    settings: { ...app.services.settings, production },
  })

  // The tests' Postgres runs with these settings off, for speed.
  const outcome = kind === 'postgres' ? 'refused' : 'accepted'
  test(`a database that would lose saved work in a power cut is refused in production: this one is ${outcome}`, async () => {
    await expect(checkDurability(as(false))).resolves.toBeUndefined()
    const check = checkDurability(as(true))
    if (kind === 'postgres') await expect(check).rejects.toThrow('fsync, full_page_writes, synchronous_commit off')
    else await expect(check).resolves.toBeUndefined()
  })
})
