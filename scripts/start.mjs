// `npm start`: from a fresh copy of the project to a running server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

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
// The server ends itself properly; this process only waits for it. A signal that reaches both counts once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// npm hands a signal to its shell, which ends without a word to us; then the one who started us is another.
const parent = process.ppid
setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 500).unref()
server.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
})
