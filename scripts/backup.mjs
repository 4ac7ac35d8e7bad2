// `npm run backup`, `npm run restore`, `npm run verify-backup`: src/backup/run.ts with the project's own Node and settings.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensurePackages, projectEnvironment, projectNode, root } from './prepare.mjs'

ensurePackages()
const own = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
const [verb = 'backup', file] = process.argv.slice(2)
const args = [...own, 'src/backup/run.ts', verb, ...(file ? [resolve(file)] : [])]
const child = spawn(projectNode(), args, { cwd: root, stdio: 'inherit', env: projectEnvironment() })
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
