// `npm start`: from a fresh copy of the project to a running server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { ensureBuilt, ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

// As the server decides it (src/server/http/shutdown.ts), which this file cannot import: an older Node runs it.
const hasTerminal = (process.platform === 'linux' ? [0, 1, 2] : [1, 2]).some((stream) => isatty(stream))
const own = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []

/** Ends with words on how to mend the settings: nobody installs and builds for minutes to be told that a port is no number. */
function checkSettings(node) {
  const args = [...own, '--disable-warning=ExperimentalWarning', join(root, 'scripts', 'check-settings.mjs')]
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

// An older Node cannot read the settings' TypeScript; then the packages bring one that does.
const reads = Boolean(process.features.typescript)
if (reads) checkSettings(process.execPath)
ensurePackages()
if (!reads) checkSettings(projectNode())
ensureBuilt()
const args = [...own, 'src/main.ts']
const server = spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnvironment() })
// The server ends itself in order; this process only waits for it. A signal that reaches both counts once.
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
 * Ends the server when npm was told to end: npm hands SIGTERM to its shell alone, which ends without a word to us. When a
 * terminal was closed the server has heard of it and decides by itself; another shell may end, as after `nohup`.
 */
function watchParent() {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    // A SIGHUP that ended the parent may still be on its way to us.
    setTimeout(() => {
      if (process.env.npm_lifecycle_event && !hungUp) server.kill('SIGTERM')
      else if (!hasTerminal) console.log(`Lectern outlives the shell that started it. Stop it with: kill ${server.pid}`)
    }, 100)
  }, 500)
  timer.unref()
}
