import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The problems of the settings: one sentence with a remedy for each. */
export type Problems = readonly string[]

/** Settings that may be given as `NAME_FILE`, the path of a file: container listings then do not reveal the value. */
const secretNames = new Set([
  ...['SECRET_KEY', 'OLD_SECRET_KEYS', 'DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'METRICS_TOKEN'],
  ...['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRETS'],
  'SSO_CLIENT_SECRET',
])

/** Reads settings by type. Collects problems instead of throwing, so that one start reports all of them. */
export class Reader {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #problems: string[]

  constructor(env: Readonly<Record<string, string | undefined>>, problems: string[]) {
    this.#env = env
    this.#problems = problems
  }

  /** Records a problem of a setting, with its remedy. */
  problem(name: string, remedy: string): void {
    this.#problems.push(`${name}: ${remedy}.`)
  }

  /** The trimmed setting; null if missing or empty. */
  optional(name: string): string | null {
    const given = this.#env[name]?.trim()
    if (given) return given
    const file = secretNames.has(name) ? this.#env[`${name}_FILE`]?.trim() : undefined
    if (!file) return null
    try {
      return readFileSync(file, 'utf8').trim() || null
    } catch {
      this.problem(`${name}_FILE`, `the file ${file} cannot be read; check its path and its permissions`)
      return null
    }
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback
  }

  /** An integer from `min` to `max`, inclusive. */
  integer(name: string, fallback: number, min: number, max: number): number {
    const given = this.optional(name)
    if (given === null) return fallback
    const number = Number(given)
    if (/^\d+$/.test(given) && number >= min && number <= max) return number
    this.problem(name, `"${given}" is not a whole number from ${min} to ${max}`)
    return fallback
  }

  /** `on` or `off` (also true, false, 1, 0). */
  flag(name: string, fallback: boolean): boolean {
    const given = this.optional(name)?.toLowerCase()
    if (given === undefined) return fallback
    if (['on', 'true', '1', 'yes'].includes(given)) return true
    if (['off', 'false', '0', 'no'].includes(given)) return false
    this.problem(name, `"${given}" is neither on nor off`)
    return fallback
  }

  oneOf(name: string, values: readonly string[], fallback: string): string {
    const given = this.text(name, fallback)
    if (values.includes(given)) return given
    this.problem(name, `"${given}" is not known; give one of ${values.join(', ')}`)
    return fallback
  }

  /** A list separated by commas or spaces. */
  list(name: string, fallback = ''): string[] {
    return this.text(name, fallback)
      .split(/[\s,]+/)
      .filter((part) => part !== '')
  }

  /** A URL with one of these schemes (`smtp:` …). */
  address(name: string, schemes: readonly string[]): string | null {
    const given = this.optional(name)
    if (given === null) return null
    if (URL.canParse(given) && schemes.includes(new URL(given).protocol)) return given
    // The value is not repeated: such URLs contain passwords.
    this.problem(name, `give an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`)
    return null
  }

  existingFile(name: string): string | null {
    const given = this.optional(name)
    if (given === null || existsSync(given)) return given
    this.problem(name, `there is no file ${given}; correct the path or leave the setting out`)
    return null
  }

  /** A folder as an absolute path; created if missing, with mode 0700. Null if it is not usable. */
  folder(name: string, fallback: string): string | null {
    const path = resolve(this.text(name, fallback))
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      accessSync(path, constants.W_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      this.problem(name, `${path} cannot be made or written to (${code}); name a folder you may write to`)
      return null
    }
    return path
  }
}

/** Minimum length of a secret key, in bytes. */
const keyBytes = 32
const placeholders = /^(.)\1*$|change.?me|^secret|example|password/i

/**
 * The instance's secret key: SECRET_KEY, or the one in the data folder, created at the first start with mode 0600.
 * `shared`: other processes need the same key, so SECRET_KEY is required. `dataDir` is null if no folder is usable,
 * which is reported already.
 */
export function readSecret(read: Reader, dataDir: string | null, shared: boolean): string {
  const given = read.optional('SECRET_KEY')
  if (given === null && shared) {
    read.problem('SECRET_KEY', 'give one, the same for every process; make it with: openssl rand -base64 32')
    return ''
  }
  const key = given ?? (dataDir === null ? '' : storedSecret(read, dataDir))
  if (given !== null && (Buffer.byteLength(key) < keyBytes || placeholders.test(key))) {
    read.problem('SECRET_KEY', `too short or a placeholder; make one with: openssl rand -base64 ${keyBytes}`)
  }
  return key
}

function storedSecret(read: Reader, dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  try {
    if (!existsSync(path)) createSecret(path)
    const key = readFileSync(path, 'utf8').trim()
    if (Buffer.byteLength(key) >= keyBytes) return key
    read.problem('SECRET_KEY', `the key in ${path} is damaged; bring it back from a backup, or set SECRET_KEY`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    read.problem('SECRET_KEY', `${path} cannot be read or made (${code}); mend the folder's permissions`)
  }
  return ''
}

/** Creates the key file atomically and only once: of two processes that start together, the second uses the first's key. */
function createSecret(path: string): void {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(keyBytes).toString('base64url')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
