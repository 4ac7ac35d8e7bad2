import { createServer } from 'node:net'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/test-app.ts'
import { explainStartError } from './explain-start-error.ts'
import { StartError } from './start-error.ts'

const env = { PORT: '4000', HOST: '203.0.113.7' }
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('It did not fail'),
    (error: unknown) => error,
  )
const listen = (port: number, host: string) =>
  new Promise((_, reject) => void createServer().once('error', reject).listen(port, host))

test('an address that is in use, or not of this machine, is reported with the setting to change', async () => {
  const first = createServer()
  await new Promise<void>((resolve) => first.listen(0, '127.0.0.1', resolve))
  const { port } = first.address() as { port: number }
  expect(explainStartError(await errorOf(listen(port, '127.0.0.1')), env)).toContain('Port 4000 is used')
  first.close()
  expect(explainStartError(await errorOf(listen(0, '203.0.113.7')), env)).toContain('HOST=203.0.113.7')
})

test('an unreachable database is reported with its setting', async () => {
  const error = await errorOf(new Client({ connectionString: 'postgres://ann:secret@127.0.0.1:1/decks' }).connect())
  const words = explainStartError(error, env)
  expect(words).toContain('DATABASE_URL does not answer')
  expect(words).not.toContain('secret')
})

eachDatabase((makeApp, kind) => {
  test.runIf(kind === 'postgres')('a refusal of Postgres is reported without its stack', async () => {
    const { services } = await makeApp()
    const say = async (change: (url: URL) => void) => {
      const url = new URL(services.settings.databaseUrl)
      change(url)
      return explainStartError(await errorOf(new Client({ connectionString: url.href }).connect()), env)
    }
    const missing = await say((url) => {
      url.pathname = '/not_there'
    })
    expect(missing).toMatch(/^Postgres has no such database .*DATABASE_URL\.$/)
    const stranger = await say((url) => {
      url.username = 'not_there'
    })
    expect(stranger).toMatch(/^Postgres refuses the user or password/)
  })
})

test('a StartError keeps its message, an unknown error its stack', () => {
  expect(explainStartError(new StartError('Do this.'), env)).toBe('Do this.')
  expect(explainStartError(new Error('odd'), env)).toMatch(/^Error: odd\n\s+at /)
})
