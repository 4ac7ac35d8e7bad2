// Installs what is missing before the project can run. Plain JavaScript for any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './source-stamp.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

function fail(message) {
  console.error(message)
  process.exit(1)
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** Whether node_modules matches package-lock.json, by npm's own record of what it installed. */
function isInstalled() {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = packagesOf(note)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    // Optional packages for other systems are listed but not installed.
    return found ? found.version === wanted.version : wanted.optional === true
  })
}

/** Installs the packages if they are missing or differ from package-lock.json. */
export function ensurePackages() {
  const [major] = process.versions.node.split('.')
  if (Number(major) < 20) fail(`Node ${process.versions.node} is too old: install Node 20 or newer from nodejs.org.`)
  if (isInstalled()) return
  console.log('Installing packages; this takes a minute or two, once …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) fail('npm ci failed. Check the network, or remove node_modules, and start again.')
}

/** The Node that runs the project: this one if it is new enough, otherwise the one in the packages. */
export function projectNode() {
  const [major] = process.versions.node.split('.')
  const packaged = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(packaged)) return packaged
  if (Number(major) >= 24) return process.execPath
  // Where npm may not run install scripts, the package has not downloaded its binary yet.
  const installer = join(root, 'node_modules', 'node')
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: installer, stdio: 'inherit' })
  if (!existsSync(packaged)) fail('Node 24 could not be installed. Install it from nodejs.org and start again.')
  return packaged
}

/** Environment of the project's programs, with Node's compile cache: it speeds up every start but the first. */
export function projectEnvironment() {
  const cache = join(root, 'node_modules', '.cache', 'lectern')
  mkdirSync(cache, { recursive: true })
  return { NODE_COMPILE_CACHE: join(cache, 'compiled'), ...process.env }
}

/** Builds the pages if their sources have changed since the last build. */
export function ensureBuilt() {
  if (isBuilt(root)) return
  console.log('Building the pages …')
  const build = join(root, 'scripts', 'build.mjs')
  const { status } = spawnSync(projectNode(), [build], { cwd: root, stdio: 'inherit', env: projectEnvironment() })
  if (status !== 0) process.exit(1)
}
