import { type ChildProcess, spawn } from 'node:child_process'

/** A child process in this process's group: it is killed with an interrupted run. */
export interface RunningProgram {
  /** Resolves with the first match in the program's output. Rejects with that output if the program ends. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Kills the program and resolves when it has exited. Its own children must detect that. */
  end(): Promise<void>
}

/** Starts a program. Its environment is `env` and nothing else. */
export function runProgram(
  path: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningProgram {
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const checks = new Set<() => void>()
  const note = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-100_000)
    for (const check of checks) check()
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const ended = whenEnded(child)
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const match = pattern.exec(output)
          if (!match) return
          checks.delete(check)
          resolve(match)
        }
        checks.add(check)
        check()
        void ended.then(() => reject(new Error(`${path} ended:\n${output}`)))
      }),
    end: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

function whenEnded(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
}

/** Minimal environment for desktop programs: no proxy, display or user session. */
export function plainEnvironment(folder: string): Record<string, string> {
  // User settings are not read, and nothing is left in the home directory.
  return {
    PATH: process.env.PATH ?? '',
    LANG: 'C.UTF-8',
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    TMPDIR: folder,
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
    GTK_IM_MODULE: 'gtk-im-context-simple',
  }
}
