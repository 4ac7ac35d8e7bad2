// `npm start`: from a fresh copy of the project to a running server.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

ensurePackages()
ensureBuilt()
const args = ['--env-file-if-exists=.env', 'src/main.ts']
const server = spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnvironment() })
// The server ends itself properly; this process only waits for it. A signal that reaches both counts once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
})
