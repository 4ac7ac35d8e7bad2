// `npm start`: from a fresh checkout to a running server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { ensureBuilt, ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

// As in src/server/http/shutdown.ts, which this file cannot import: an older Node runs it.
const hasTerminal = (process.platform === 'linux' ? [0, 1, 2] : [1, 2]).some((stream) => isatty(stream))
const own = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []

/**
 * Exits with a message if the settings are invalid: an invalid port must not be reported after minutes of installing
 * and building.
 */
function checkSettings(node) {
  const args = [...own, '--disable-warning=ExperimentalWarning', join(root, 'scripts', 'check-settings.mjs')]
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

// An older Node cannot load the settings' TypeScript; then the packages include one that can.
const reads = Boolean(process.features.typescript)
if (reads) checkSettings(process.execPath)
ensurePackages()
if (!reads) checkSettings(projectNode())
ensureBuilt()
const args = [...own, 'src/main.ts']
const server = spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnvironment() })
// The server shuts down gracefully; this process only waits for it. A signal delivered to both counts once.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
let hungUp = false
process.on('SIGHUP', () => {
  hungUp = true
  server.kill('SIGHUP')
})
watchParent()
server.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
})

/**
 * Stops the server when npm is stopped: npm sends SIGTERM to its shell only, which exits without notifying us. When a
 * terminal is closed the server gets SIGHUP itself; another shell may exit without stopping it, as after `nohup`.
 */
function watchParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    // A SIGHUP that ended the parent may still arrive.
    setTimeout(() => {
      if (process.env.npm_lifecycle_event && !hungUp) server.kill('SIGTERM')
      else if (!hasTerminal) console.log(`Lectern outlives the shell that started it. Stop it with: kill ${server.pid}`)
    }, 100)
  }, 500)
  timer.unref()
}
