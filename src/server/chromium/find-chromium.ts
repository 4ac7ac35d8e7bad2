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
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A Chromium that can be started. */
export interface FoundChromium {
  readonly executablePath: string
  /** Added to the environment it is started with. */
  readonly env: Readonly<Record<string, string>>
}

const run = promisify(execFile)

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']

/** Where installers put it when it is not on the PATH. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
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
 * Finds a headless Chromium: the one that was named, an installed Chrome or Chromium, or the one that comes in a
 * package (Linux on x64), which is unpacked once. Throws with what to do when there is none.
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
  return [...places, ...(usualPlaces[process.platform] ?? [])].find(isExecutable) ?? null
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

/** Beside the packages; where that cannot be written, a folder of this user's own among the temporary ones. */
function cacheFolder(packageFolder: string): string {
  const beside = join(packageFolder, '..', '..', '.cache', 'lectern')
  try {
    mkdirSync(beside, { recursive: true })
    accessSync(beside, constants.W_OK)
    return beside
  } catch {
    const own = join(tmpdir(), `lectern-${userInfo().uid}`)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    return own
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
 * The package unpacks into the temporary folder of its process, file by file. Here that is a folder of its own, which
 * gets its name only when whole: two processes that unpack at once, or one that is killed, harm nobody.
 */
async function unpack(folder: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-draft-`)
  const script = "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()"
  // The name of this platform makes the package unpack its system libraries too, for machines without them.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const cwd = dirname(fileURLToPath(import.meta.url))
  try {
    await run(process.execPath, ['--input-type=module', '--eval', script], { env, cwd })
    // The package's own list of font folders names fixed places; ours stands beside its fonts.
    writeFileSync(join(draft, 'fonts', 'fonts.conf'), fontList)
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** What the machine lacks is taken from the package: system libraries, and at least one typeface. */
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
