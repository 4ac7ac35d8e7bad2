import { limits } from '../rules/limits.ts'
import { type SignUpMode, signUpModes } from '../rules/sign-up.ts'
import { type ThemeScriptMode, themeScriptModes } from '../rules/theme-settings.ts'
import { type DropboxSettings, readDropbox } from './file-storage/dropbox-settings.ts'
import { isLoopbackAddress, isLoopbackName } from './loopback.ts'
import { type BillingSettings, readBilling } from './read-billing.ts'
import { type Problems, Reader, readSecret } from './read-setting.ts'
import { StartError } from './start-error.ts'

/** The settings of an instance, read once at start. Each is documented in .env.example. */
export interface Settings extends BillingSettings {
  /** Whether this is a production server. If not, it serves only this machine, with the outbox and the demo account. */
  readonly production: boolean
  readonly port: number
  /** Address to listen on, default 127.0.0.1 in development and 0.0.0.0 in production. */
  readonly host: string
  /** The public URL of the app, without trailing slash: http://localhost:3000. */
  readonly baseUrl: string
  /** URL of the content host; `{label}` is replaced by the deck's label. Null: no content host (mode none). */
  readonly contentUrl: string | null
  readonly dataDir: string
  /** postgres://… or the path of the SQLite file. */
  readonly databaseUrl: string
  readonly redisUrl: string | null
  readonly s3: { bucket: string; endpoint: string | null; region: string } | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** At least 32 bytes. */
  readonly secretKey: string
  /** Earlier secret keys: they decrypt and verify, but never encrypt or sign. */
  readonly oldSecretKeys: readonly string[]
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[]
  /** The roles of this process. */
  readonly roles: { readonly web: boolean; readonly worker: boolean }
  readonly logLevel: string
  /** Socket handshakes that this process accepts each second; the others get a Retry-After. */
  readonly socketHandshakes: number
  /** The bearer token for /metrics; null: only loopback requests may read it. */
  readonly metricsToken: string | null
  readonly chromiumPath: string | null
  readonly passwordMin: number
  /** Who may create an account, unless the console says otherwise; null: the default of the environment. */
  readonly signUp: SignUpMode | null
  /** Who may write scripts of themes; off: no deck runs any. */
  readonly themeScripts: ThemeScriptMode
  /** Whether media libraries accept videos. */
  readonly videoUploads: boolean
  /** Whether all signed-in users may export public decks as PDF. */
  readonly publicPdf: boolean
  /** The instance's OpenID provider for single sign-on; null: none. */
  readonly sso: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null
  /** Hosts of OpenID providers, also with port, that may be on a private network. */
  readonly privateIssuers: readonly string[]
  /** The Dropbox app that decks are synced with; null: file storage is off. */
  readonly dropbox: DropboxSettings | null
  /** Whether tests move the server's clock; never in production. */
  readonly movableClock: boolean
  /** A message that signed-in users see on every page until they dismiss it; null: none. */
  readonly warning: string | null
  /** Seeds an empty development database with the demo account and the examples. */
  readonly seed: boolean
  /** Shortened timers for tests, in ms by name of rules/timings.ts; empty in production. */
  readonly timings: Readonly<Record<string, number>>
}

/** Thrown for unusable settings; the message lists every problem with its remedy. */
export class SettingsError extends StartError {
  constructor(problems: Problems) {
    super(`The settings need a correction:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
  }
}

const modes = ['development', 'production', 'test']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads the settings from environment variables. On the first start it creates the data folder and, in it, a secret key
 * readable by this user only. Throws SettingsError with all problems at once. `serves` false: for a program that opens
 * no port, such as a backup; it needs no NODE_ENV.
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  { serves = true }: { serves?: boolean } = {},
): Settings {
  const problems: string[] = []
  const read = new Reader(env, problems)
  const production = read.oneOf('NODE_ENV', modes, 'development') === 'production'
  const port = read.integer('PORT', 3000, 0, 65_535)
  const folder = read.folder('DATA_DIR', './data')
  const dataDir = folder ?? ''
  const addresses = readAddresses(read, port, production)
  const databaseUrl = readDatabaseUrl(read, dataDir)
  const settings: Settings = {
    production,
    port,
    host: read.text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    ...addresses,
    dataDir,
    databaseUrl,
    redisUrl: read.address('REDIS_URL', ['redis:', 'rediss:']),
    s3: readS3(read),
    smtpUrl: read.address('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readMailFrom(read, addresses.baseUrl),
    secretKey: readSecret(read, folder, production && databaseUrl.startsWith('postgres')),
    oldSecretKeys: read.list('OLD_SECRET_KEYS'),
    trustProxy: readTrustProxy(read),
    roles: readRoles(read, databaseUrl),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
    socketHandshakes: read.integer('SOCKET_HANDSHAKES', limits.live.handshakesPerSecond, 1, 100_000),
    metricsToken: read.optional('METRICS_TOKEN'),
    chromiumPath: read.existingFile('CHROMIUM_PATH'),
    ...readBilling(read, production),
    movableClock: !production && read.flag('LECTERN_CLOCK', false),
    passwordMin: read.integer('PASSWORD_MIN', 6, 6, 128),
    signUp: read.optional('SIGN_UP') === null ? null : (read.oneOf('SIGN_UP', signUpModes, 'closed') as SignUpMode),
    themeScripts: read.oneOf('THEME_SCRIPTS', themeScriptModes, 'managers') as ThemeScriptMode,
    videoUploads: read.flag('ALLOW_VIDEO_UPLOADS', false),
    publicPdf: read.flag('ALLOW_PUBLIC_PDF', false),
    sso: readSso(read, production),
    privateIssuers: read.list('SSO_PRIVATE_ISSUERS').map((host) => host.toLowerCase()),
    dropbox: readDropbox(read, production),
    warning: readWarning(read),
    seed: read.flag('SEED', !production),
    timings: readTimings(read, production),
  }
  if (serves && !production) checkPrivate(read, settings)
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}

/**
 * Refuses a development server that other machines can reach: it shows every mail and has an account with a known
 * password. Without this check a public server with a forgotten NODE_ENV would run like that silently.
 */
function checkPrivate(read: Reader, { baseUrl, host }: Settings): void {
  const remedy = 'set NODE_ENV=production for a server that others reach'
  if (!isLoopbackName(new URL(baseUrl).hostname)) {
    read.problem('NODE_ENV', `BASE_URL is ${baseUrl}, and a development server is for this machine alone; ${remedy}`)
  }
  if (!isLoopbackAddress(host) && !isLoopbackName(host)) {
    const other = 'or leave HOST out'
    read.problem('NODE_ENV', `HOST is ${host}, where other machines reach a development server; ${remedy}, ${other}`)
  }
}

function readDatabaseUrl(read: Reader, dataDir: string): string {
  const given = read.text('DATABASE_URL', `${dataDir}/lectern.sqlite`)
  if (/^[a-z]+:\/\//.test(given) && !/^postgres(ql)?:\/\//.test(given)) {
    read.problem('DATABASE_URL', 'give postgres://user:password@host/name, or the path of a SQLite file')
  }
  return given
}

/** The public URL of the app, and that of the content host. */
function readAddresses(read: Reader, port: number, production: boolean): Pick<Settings, 'baseUrl' | 'contentUrl'> {
  const fallback = `http://localhost${port === 80 ? '' : `:${port}`}`
  if (production && !read.optional('BASE_URL')) {
    read.problem('BASE_URL', 'give the address people will use, such as https://decks.example.org')
  }
  const baseUrl = read.text('BASE_URL', fallback).replace(/\/+$/, '')
  const base = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!base || !/^https?:$/.test(base.protocol) || base.pathname !== '/' || base.search || base.hash) {
    read.problem('BASE_URL', 'give an address like https://decks.example.org, with no path behind the host')
    return { baseUrl: fallback, contentUrl: null }
  }
  const usual = base.hostname === 'localhost' ? `${base.protocol}//{label}.${base.host}` : 'none'
  const contentUrl = read.text('CONTENT_URL', usual).replace(/\/+$/, '')
  if (contentUrl === 'none') return { baseUrl, contentUrl: null }
  return { baseUrl, contentUrl: checkContentUrl(read, contentUrl, base) }
}

function checkContentUrl(read: Reader, contentUrl: string, base: URL): string {
  const sample = contentUrl.replace('{label}', 'label')
  const url = URL.canParse(sample) ? new URL(sample) : null
  const misplaced = contentUrl.includes('{label}') && !/^https?:\/\/\{label\}\.[^{}]+$/.test(contentUrl)
  if (!url || misplaced || url.pathname !== '/' || !/^https?:$/.test(url.protocol)) {
    read.problem('CONTENT_URL', 'give https://{label}.decks-content.example, https://content.example, or none')
  } else if (url.hostname === base.hostname) {
    // Cookies ignore ports: the same name with another port would send decks the session cookie.
    read.problem('CONTENT_URL', 'use another host name than BASE_URL has; another port is not enough')
  } else if (base.protocol === 'https:' && url.protocol !== 'https:') {
    read.problem('CONTENT_URL', 'use https, as BASE_URL does; browsers refuse http frames in https pages')
  }
  return contentUrl
}

function readS3(read: Reader): Settings['s3'] {
  const bucket = read.optional('S3_BUCKET')
  const endpoint = read.address('S3_ENDPOINT', ['http:', 'https:'])
  if (bucket === null) {
    if (endpoint !== null) read.problem('S3_BUCKET', 'name the bucket too, since S3_ENDPOINT is set')
    return null
  }
  return { bucket, endpoint, region: read.text('S3_REGION', 'us-east-1') }
}

function readSso(read: Reader, production: boolean): Settings['sso'] {
  const issuer = read.address('SSO_ISSUER', production ? ['https:'] : ['https:', 'http:'])
  const [clientId, clientSecret] = [read.optional('SSO_CLIENT_ID'), read.optional('SSO_CLIENT_SECRET')]
  if (issuer === null && clientId === null && clientSecret === null) return null
  if (issuer !== null && clientId !== null && clientSecret !== null) return { issuer, clientId, clientSecret }
  read.problem('SSO_ISSUER', 'give SSO_ISSUER, SSO_CLIENT_ID and SSO_CLIENT_SECRET together, or none of them')
  return null
}

function readWarning(read: Reader): string | null {
  const text = read.optional('WARNING')
  if (text !== null && text.length > limits.site.warning) {
    read.problem('WARNING', `give at most ${limits.site.warning} characters, which fit on a line or two`)
  }
  return text
}

function readMailFrom(read: Reader, baseUrl: string): string {
  const from = read.text('MAIL_FROM', `noreply@${new URL(baseUrl).hostname}`)
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(from)) {
    read.problem('MAIL_FROM', 'give a plain e-mail address, such as noreply@example.org')
  }
  return from
}

const proxyForm = /^(loopback|linklocal|uniquelocal|[0-9a-f.:]+(\/\d{1,3})?)$/i

function readTrustProxy(read: Reader): string[] {
  const list = read.list('TRUST_PROXY')
  for (const one of list) {
    if (proxyForm.test(one)) continue
    read.problem('TRUST_PROXY', `"${one}" is no address; list your proxies, such as 127.0.0.1 or 10.0.0.0/8`)
  }
  return list
}

function readRoles(read: Reader, databaseUrl: string): Settings['roles'] {
  const list = read.list('ROLES', 'web,worker')
  const unknown = list.find((role) => role !== 'web' && role !== 'worker')
  if (unknown !== undefined) read.problem('ROLES', `"${unknown}" is no role; give web, worker, or web,worker`)
  if (list.length < 2 && !databaseUrl.startsWith('postgres')) {
    read.problem(
      'ROLES',
      'one process does everything on SQLite; leave it out, or set DATABASE_URL to a Postgres address',
    )
  }
  return { web: list.includes('web'), worker: list.includes('worker') }
}

function readTimings(read: Reader, production: boolean): Record<string, number> {
  const text = read.optional('LECTERN_TIMINGS')
  if (text === null || production) return {}
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>)
    return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]))
  } catch {
    read.problem('LECTERN_TIMINGS', 'give JSON with milliseconds by name, such as {"autosave":200}')
    return {}
  }
}
