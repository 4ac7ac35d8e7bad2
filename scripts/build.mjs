// Builds the browser assets and the server's page renderer. Runs with the project's own Node.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockDataDir } from '../src/server/db/lock-data-dir.ts'
import { isBuilt, sourceStamp } from './source-stamp.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const force = process.argv.includes('--force')

const steps = [
  ['vite', 'build'],
  ['vite', 'build', '--ssr'],
  ['vite', 'build', '--config', 'vite.player.config.ts'],
  ['vite', 'build', '--config', 'vite.offline.config.ts'],
]

/** Runs a step; its output is shown only on failure. */
function run([program, ...args]) {
  return new Promise((resolve, reject) => {
    const script = join(root, 'node_modules', program, 'bin', `${program}.js`)
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} ${args.join(' ')} failed:\n${output}`))
    })
  })
}

const cache = join(root, 'node_modules', '.cache', 'lectern')
mkdirSync(cache, { recursive: true })
// Of two concurrent builds, the second waits and then finds nothing to do.
const release = lockDataDir(cache, 300_000)
try {
  if (force || !isBuilt(root)) {
    const begun = performance.now()
    const stamp = sourceStamp(root)
    rmSync(join(root, 'dist', 'stamp'), { force: true })
    await Promise.all(steps.map(run))
    writeFileSync(join(root, 'dist', 'stamp'), stamp)
    console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  release()
}
