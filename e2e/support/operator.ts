import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Makes a user an operator with the command, as on a server; by default on the shared one. Returns its output. */
export function makeOperator(
  { email }: { readonly email: string },
  server: { readonly dataDir: string; readonly baseUrl: string } = {
    dataDir: process.env.SHARED_DATA ?? '',
    baseUrl: process.env.SHARED_SERVER ?? '',
  },
): string {
  const env = { ...process.env, DATA_DIR: server.dataDir, BASE_URL: server.baseUrl }
  const root = join(import.meta.dirname, '..', '..')
  return execFileSync(process.execPath, ['src/make-operator.ts', email], { cwd: root, env, encoding: 'utf8' })
}
