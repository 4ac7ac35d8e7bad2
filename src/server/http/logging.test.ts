import { expect, test } from 'vitest'
import { createLog } from './logging.ts'
import { redact } from './redact.ts'

const secret = {
  token: 'k3v9Qw2Lx8ZtR5nB7mJ1cH6yD4sG0aEf',
  password: 'correct horse battery',
  card: '4242 4242 4242 4242',
  note: 'tell them about the merger',
  html: '<section data-id="1"><p>quarterly numbers</p></section>',
}
const planted = [...Object.values(secret), '4242424242424242', 'merger', 'quarterly', 'hunter2']

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test.each<[string, (log: ReturnType<typeof createLog>) => void]>([
  ['fields with secret names', (log) => log.info({ ...secret, cookie: `session=${secret.token}` }, 'hi')],
  ['deeply nested fields', (log) => log.info({ request: { headers: { authorization: secret.token }, body: secret } })],
  ['lists', (log) => log.info({ list: [{ password: secret.password }, secret.html, secret.card] })],
  ['messages', (log) => log.info(`${secret.html} ${secret.card} https://x.example/y?token=${secret.token}`)],
  ['addresses', (log) => log.warn({ url: `/decks/1?token=${secret.token}`, database: 'postgres://me:hunter2@h/n' })],
  ['errors', (log) => log.error({ err: new Error(`bad ${secret.token} ${secret.html}`) }, 'failed')],
  ['errors with a cause', (log) => log.error({ err: new Error('bad', { cause: new Error(secret.token) }) })],
  ['errors as the first argument', (log) => log.error(new Error(`bad ${secret.token}`))],
  ['child logs', (log) => log.child({ req: { headers: { cookie: secret.token } } }).info('hi')],
])('secrets in %s do not reach the log', (_, write) => {
  const text = linesOf(write)
  expect(text).not.toBe('')
  for (const one of planted) expect(text).not.toContain(one)
})

test('logs keep names, numbers, codes and stack frames for debugging', () => {
  const error = Object.assign(new Error('The deck 12 is locked'), { code: 'SQLITE_BUSY' })
  const text = linesOf((log) =>
    log.error({ err: error, route: '/decks/:id', ms: 12, phone: '4242424242424241' }, 'save failed'),
  )
  const line = JSON.parse(text)
  expect(line).toMatchObject({ level: 'error', msg: 'save failed', route: '/decks/:id', ms: 12 })
  expect(line.err).toMatchObject({ type: 'Error', message: 'The deck 12 is locked', code: 'SQLITE_BUSY' })
  expect(line.err.stack).toContain('logging.test.ts')
})

test('the host of a URL is kept, so the log shows what was unreachable', () => {
  expect(redact('connect to postgres://me:hunter2@db.example:5432/decks failed')).toBe(
    'connect to postgres://db.example:5432/[removed] failed',
  )
  expect(redact('listening at http://127.0.0.1:3000')).toBe('listening at http://127.0.0.1:3000')
})

test('circular and unusual values can be logged', () => {
  const round: Record<string, unknown> = { name: 'round' }
  round.self = round
  expect(JSON.stringify(redact(round))).toContain('[deep]')
  expect(redact({ f: () => 1, bytes: new Uint8Array(3), big: 'x'.repeat(9_000) })).toMatchObject({ bytes: '[bytes]' })
})
