// `npm start`: from a fresh copy of the project to a running server.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

ensurePackages()
ensureBuilt()
const own = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
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
