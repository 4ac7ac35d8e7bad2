// `npm run operator -- EMAIL`: src/make-operator.ts with the project's own Node and settings.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

ensurePackages()
const own = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
const args = [...own, 'src/make-operator.ts', ...process.argv.slice(2)]
const child = spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnvironment() })
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
