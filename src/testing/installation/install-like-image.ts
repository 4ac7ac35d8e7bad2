import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** The steps of a Dockerfile's last stage. */
export interface ImageSteps {
  /** Paths relative to the project's root. */
  readonly copied: readonly string[]
  /** Arguments of npm that install the packages. */
  readonly install: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** The program and its arguments. */
  readonly command: readonly string[]
}

/** Parses the last stage of a Dockerfile. Throws for other forms. */
export function readDockerfile(text: string): ImageSteps {
  const stage = text.split(/^FROM /m).at(-1) ?? ''
  const copied = [...stage.matchAll(/^COPY (?:--\S+ )?(.+)$/gm)].flatMap(([, paths = '']) =>
    paths
      .split(' ')
      .slice(0, -1)
      .map((path) => path.replace(/^\/app\//, '')),
  )
  const install = /^RUN npm (ci[^&\n]*)/m.exec(stage)?.[1]?.trim().split(/\s+/)
  const command = /^CMD (\[.*\])$/m.exec(stage)?.[1]
  if (!install || !command || copied.length === 0) throw new Error('The last stage of the Dockerfile has another form')
  const env = /^ENV (.+)$/m.exec(stage)?.[1]?.split(' ') ?? []
  return {
    copied,
    install,
    env: Object.fromEntries(env.map((one) => one.split('=') as [string, string])),
    command: JSON.parse(command),
  }
}

/** npm's errors if no registry answers. `npm ci` needs no registry for cached packages. */
const noRegistry = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED)\b/
const sparing = ['--prefer-offline', '--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-timeout=20000']

/** Runs npm in a folder; null on success, else its output. */
function npm(folder: string, args: readonly string[]): Promise<string | null> {
  // Removes variables of an outer npm that point to its own project.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'npm_config_local_prefix'))
  const windows = process.platform === 'win32'
  const child = spawn(windows ? 'npm.cmd' : 'npm', args, { cwd: folder, env, shell: windows, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? null : output))
  })
}

/** A folder with the image's contents; `unreachable`: the packages are unavailable, since no registry answered. */
export type Installed =
  | { readonly folder: string; readonly steps: ImageSteps; dispose(): void }
  | { readonly unreachable: string }

/**
 * Installs into a temporary folder as the Dockerfile does: the same files, the same `npm ci`. Throws npm's error if it
 * fails for other reasons than the network.
 */
export async function installLikeImage(): Promise<Installed> {
  const steps = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  const missing = steps.copied.find((path) => !existsSync(join(root, path)))
  if (missing) throw new Error(`The Dockerfile copies ${missing}, which is not there. Build the pages: npm run build`)
  const folder = mkdtempSync(join(tmpdir(), 'lectern-image-'))
  const dispose = () => rmSync(folder, { recursive: true, force: true })
  for (const path of steps.copied) cpSync(join(root, path), join(folder, basename(path)), { recursive: true })
  const problem = await npm(folder, [...steps.install, ...sparing])
  if (problem === null) return { folder, steps, dispose }
  dispose()
  const unreachable = noRegistry.exec(problem)?.[0]
  if (unreachable) return { unreachable }
  throw new Error(`npm ${steps.install.join(' ')} failed:\n${problem}`)
}
