import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Browser } from 'playwright-core'
import { findProcess } from './browser-processes.ts'
import { findChromium } from './find-chromium.ts'

const run = promisify(execFile)

/**
 * Switches for untrusted documents. Where no network namespace can be created, only these switches block the network: a
 * proxy that does not exist, names that resolve to nothing, and no bypass.
 */
const noNetworkFlags = [
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
]

/** The command prefix that starts a process without network; null if the system does not allow it. */
async function namespaceCommand(): Promise<string[] | null> {
  if (process.platform !== 'linux') return null
  const root = process.getuid?.() === 0
  const command = root ? ['unshare', '--net'] : ['unshare', '--user', '--map-current-user', '--net']
  try {
    await run(command[0] as string, [...command.slice(1), 'true'])
    return command
  } catch {
    return null
  }
}

/** Creates an executable that starts the browser inside the namespace; the debugging pipe passes through. */
function wrap(command: readonly string[], executablePath: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-browser-'))
  const path = join(folder, 'chromium')
  const quoted = `'${executablePath.replaceAll("'", `'\\''`)}'`
  writeFileSync(path, `#!/bin/sh\nexec ${command.join(' ')} -- ${quoted} "$@"\n`)
  chmodSync(path, 0o700)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts a headless browser that cannot reach any network. All its requests go over its debugging pipe to the caller.
 * It runs in its own process group, which ends with the browser, even when this process is killed. Throws if no browser
 * can be found or started.
 */
export async function launchBrowser(chromiumPath: string | null, log: FastifyBaseLogger): Promise<Browser> {
  // Seven megabytes of script: loaded only when a picture is drawn.
  const { chromium } = await import('playwright-core')
  const found = await findChromium(chromiumPath)
  const namespace = await namespaceCommand()
  const wrapped = namespace && wrap(namespace, found.executablePath)
  const executablePath = wrapped?.path ?? found.executablePath
  const start = async (chromiumSandbox: boolean): Promise<Browser> => {
    // Chromium ignores switches that it does not know.
    const mark = `--lectern-browser=${randomUUID()}`
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox,
      args: [...browserFlags, ...noNetworkFlags, mark],
      env: { ...plainEnvironment(), ...found.env },
      timeout: 20_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    await findProcess(browser, mark)
    return browser
  }
  try {
    return await startSandboxed(start, log)
  } finally {
    // The shell has read the file and replaced itself with the browser (`exec`).
    wrapped?.remove()
  }
}

/** Starts with the browser's own sandbox if the system allows it; not as root, where Chromium refuses. */
async function startSandboxed(start: (sandbox: boolean) => Promise<Browser>, log: FastifyBaseLogger): Promise<Browser> {
  if (process.getuid?.() === 0) return start(false)
  try {
    return await start(true)
  } catch {
    log.warn('The browser for pictures runs without its own sandbox; allow user namespaces to give it one.')
    return start(false)
  }
}

/** The environment passed to the browser: a fixed list of variables, without secrets. */
function plainEnvironment(): Record<string, string> {
  const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'SystemRoot', 'TEMP']
  return Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
