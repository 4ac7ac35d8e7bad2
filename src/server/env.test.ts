import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './env.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const fresh = () => join(folder, String(++count))
const key = 'p9Zr2mXw7LkV4tQyB8nGd1JsHf6cUe3A'
const read = (env: Record<string, string>) => readSettings({ DATA_DIR: fresh(), ...env })
const problemsOf = (env: Record<string, string>): string => {
  try {
    read(env)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as Error).message
  }
  return ''
}

describe('the first start', () => {
  test('needs no setting: localhost, a SQLite file, a host for each deck', () => {
    const settings = read({})
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      contentUrl: 'http://{label}.localhost:3000',
      roles: { web: true, worker: true },
      seed: true,
      passwordMin: 6,
      warning: null,
      billing: 'sandbox',
    })
    expect(settings.databaseUrl).toBe(join(settings.dataDir, 'lectern.sqlite'))
  })

  test('plans are effective in development, and in production only if the operator enables billing', () => {
    const production = { NODE_ENV: 'production', DATA_DIR: fresh(), BASE_URL: 'https://decks.example.org' }
    expect(readSettings({ DATA_DIR: fresh() }).billing).toBe('sandbox')
    expect(readSettings(production).billing).toBe('off')
    expect(readSettings({ ...production, BILLING: 'sandbox' }).billing).toBe('sandbox')
  })

  test('STORAGE_PER_USER is a number of bytes, 2 GB by default', () => {
    expect(read({}).storagePerUser).toBe(2_000_000_000)
    expect(read({ STORAGE_PER_USER: '500000000' }).storagePerUser).toBe(500_000_000)
    for (const wrong of ['-1', '2 GB', '1e99']) {
      expect(problemsOf({ STORAGE_PER_USER: wrong })).toContain('STORAGE_PER_USER')
    }
  })

  test('SIGN_UP is one of three modes, and not set by default', () => {
    expect(read({}).signUp).toBe(null)
    expect(read({ SIGN_UP: 'invitation' }).signUp).toBe('invitation')
    expect(problemsOf({ SIGN_UP: 'everybody' })).toContain(
      '- SIGN_UP: "everybody" is not known; give one of open, invitation',
    )
  })

  test('creates a secret key that only this user can read, and the second start reuses it', () => {
    const DATA_DIR = fresh()
    const first = readSettings({ DATA_DIR })
    expect(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(Buffer.byteLength(first.secretKey)).toBeGreaterThanOrEqual(32)
    expect(readSettings({ DATA_DIR }).secretKey).toBe(first.secretKey)
  })
})

describe('an invalid setting', () => {
  test('is reported with its remedy, together with all others', () => {
    const wrong = { PORT: '99999', BASE_URL: 'decks.example', LOG_LEVEL: 'loud', SEED: 'perhaps' }
    const message = problemsOf({ ...wrong, WARNING: 'x'.repeat(301) })
    for (const name of ['PORT', 'BASE_URL', 'LOG_LEVEL', 'SEED', 'WARNING']) expect(message).toContain(`- ${name}: `)
    expect(message).toContain('0 to 65535')
    expect(message).toContain('https://decks.example.org')
  })

  test('the instance’s provider is set whole or not at all', () => {
    const whole = { SSO_ISSUER: 'https://accounts.example', SSO_CLIENT_ID: 'lectern', SSO_CLIENT_SECRET: 'its-secret' }
    expect(problemsOf(whole)).toBe('')
    for (const name of Object.keys(whole)) expect(problemsOf({ ...whole, [name]: '' })).toContain('SSO_ISSUER')
    expect(problemsOf({ ...whole, SSO_CLIENT_ID: '' })).not.toContain('its-secret')
  })

  test('never reveals the password of a URL', () => {
    expect(problemsOf({ SMTP_URL: 'http://me:hunter2@mail.example' })).not.toContain('hunter2')
  })

  test.each([
    ['SECRET_KEY', { SECRET_KEY: 'short' }],
    ['SECRET_KEY', { SECRET_KEY: 'x'.repeat(40) }],
    ['SECRET_KEY', { NODE_ENV: 'production', BASE_URL: 'https://a.example', DATABASE_URL: 'postgres://h/n' }],
    ['BASE_URL', { NODE_ENV: 'production' }],
    ['CONTENT_URL', { CONTENT_URL: 'http://localhost:4000' }],
    ['CONTENT_URL', { CONTENT_URL: 'https://decks.{label}.example' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['CONTENT_URL', { BASE_URL: 'https://a.example', CONTENT_URL: 'http://{label}.b.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://host/name' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['ROLES', { ROLES: 'web' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'http://store.example' }],
    ['CHROMIUM_PATH', { CHROMIUM_PATH: '/no/such/browser' }],
    ['SECRET_KEY_FILE', { SECRET_KEY_FILE: '/no/such/file' }],
    ['PORT', { PORT: 'abc' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
    ['MAIL_FROM', { MAIL_FROM: 'Me <me@example.org>' }],
    ['BILLING', { BILLING: 'free' }],
  ])('%s is refused', (name, env) => {
    expect(problemsOf(env as unknown as Record<string, string>)).toContain(`- ${name}: `)
  })
})

describe('a development server is reachable from its own machine only', () => {
  test.each<Record<string, string>>([
    { BASE_URL: 'https://decks.example.org' },
    { BASE_URL: 'http://192.168.1.20:3000' },
    { BASE_URL: 'http://localhost.example.org' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.20' },
    { BASE_URL: 'https://decks.example.org', NODE_ENV: 'test' },
  ])('%j does not start without NODE_ENV=production', (env) => {
    expect(problemsOf(env)).toContain('set NODE_ENV=production for a server that others reach')
    expect(problemsOf({ ...env, NODE_ENV: 'producton' })).toContain('- NODE_ENV: "producton" is not known')
    expect(problemsOf({ BASE_URL: 'https://decks.example.org', ...env, NODE_ENV: 'production' })).toBe('')
  })

  test.each<Record<string, string>>([
    { BASE_URL: 'http://localhost:8080' },
    { BASE_URL: 'http://lectern.localhost:8080', HOST: 'localhost' },
    { BASE_URL: 'http://127.0.0.1:3000', HOST: '127.0.0.1' },
    { BASE_URL: 'http://[::1]:3000', HOST: '::1' },
    { NODE_ENV: 'development' },
  ])('%j starts', (env) => {
    expect(problemsOf(env)).toBe('')
  })

  test('a program that opens no port, such as a backup, needs no NODE_ENV', () => {
    const env = { DATA_DIR: fresh(), BASE_URL: 'https://decks.example.org' }
    expect(readSettings(env, { serves: false }).production).toBe(false)
  })
})

describe('settings for production', () => {
  test('read a secret from a file, and have neither demo nor shortened timers', () => {
    const file = join(folder, 'key')
    writeFileSync(file, `${key}\n`)
    const settings = read({
      NODE_ENV: 'production',
      BASE_URL: 'https://decks.example/',
      SECRET_KEY_FILE: file,
      LECTERN_TIMINGS: '{"autosave":1}',
    })
    expect(settings).toMatchObject({ secretKey: key, seed: false, timings: {}, host: '0.0.0.0', contentUrl: null })
    expect(settings.baseUrl).toBe('https://decks.example')
  })
})

test('every setting has a line in .env.example, even those that only backups read', () => {
  const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const codeOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
  const code = `${codeOf('env.ts')}${codeOf('read-billing.ts')}`
  const names = [...code.matchAll(/read\.\w+\('([A-Z0-9_]+)'/g)].map((match) => match[1] as string)
  expect(names.length).toBeGreaterThan(15)
  const ofBackups = [...codeOf('../backup/run.ts').matchAll(/process\.env\.([A-Z0-9_]+)/g)].map(
    (match) => match[1] as string,
  )
  expect(ofBackups).toContain('BACKUP_PASSPHRASE')
  const all = new Set([...names, ...ofBackups])
  expect([...all].filter((name) => !name.startsWith('LECTERN_') && !example.includes(`#${name}=`))).toEqual([])
})
