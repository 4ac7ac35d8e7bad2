import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { waitFor } from '../wait-for.ts'

const docs = join(import.meta.dirname, '../../../docs/self-hosting.md')

/** The local nginx, or null. No npm package has one. */
export function findNginx(): string | null {
  return findProgram(['nginx'], ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'])
}

/**
 * The nginx example of docs/self-hosting.md for these web processes, without TLS: its servers listen at `port` under
 * any name. Everything else is unchanged. Throws if the docs have no such example.
 */
export function exampleFor(port: number, webPorts: readonly number[]): string {
  const example = /```nginx\n([\s\S]*?)```/.exec(readFileSync(docs, 'utf8'))?.[1]
  if (!example) throw new Error('docs/self-hosting.md has no example for nginx')
  return example
    .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}\n/m, '')
    .replace(/^ {2}ssl_certificate.*\n/gm, '')
    .replace(/^ {2}listen \[::\].*\n/gm, '')
    .replace(/listen 443 [^;]*;/, `listen 127.0.0.1:${port};`)
    .replace(/^ {2}server 127\.0\.0\.1:3000([^;]*);/m, (_, more) =>
      webPorts.map((web) => `  server 127.0.0.1:${web}${more};`).join('\n'),
    )
}

/** Starts the local nginx with these servers, in the foreground and with all its files in a temporary folder. */
export async function startNginx(program: string, port: number, servers: string): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-nginx-'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  )
  mkdirSync(join(folder, 'logs'))
  const config = join(folder, 'nginx.conf')
  const head = `daemon off;\nmaster_process off;\npid ${join(folder, 'pid')};\nerror_log stderr warn;\nevents {}\n`
  writeFileSync(config, `${head}http {\naccess_log off;\n${paths.join('\n')}\n${servers}}\n`)
  const server = spawn(program, ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  server.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()))
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = createConnection(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  await waitFor(async () => {
    if (server.exitCode !== null) throw new Error(`nginx did not start:\n${words}`)
    return listens()
  }, 60_000)
  return {
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode === null && server.kill('SIGKILL')) await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
