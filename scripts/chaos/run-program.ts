import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs a program of the project with Node. Returns its exit code and the end of its output. */
export async function runProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      words = (words + part.toString()).slice(-4_000)
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, words }
}
