import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Browser } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const run = promisify(execFile)

/**
 * Switches for showing what strangers wrote. Where no network namespace can be made these are what closes the network:
 * a proxy that is not there, names that resolve to nothing, and no way around either.
 */
const closedNetwork = [
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

const quiet = [
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

/** Starts a process without any network, or null where the system does not let us. */
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

/** A program file that starts the browser inside the namespace: the debugging pipe goes through it untouched. */
function wrap(command: readonly string[], executablePath: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-browser-'))
  const path = join(folder, 'chromium')
  const quoted = `'${executablePath.replaceAll("'", `'\\''`)}'`
  writeFileSync(path, `#!/bin/sh\nexec ${command.join(' ')} -- ${quoted} "$@"\n`)
  chmodSync(path, 0o700)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Starts a headless browser that cannot reach any network. Everything it asks for goes over its debugging pipe to the
 * caller's own answers. It is a process group of its own and dies with it, also when this process is killed.
 * Throws when no browser can be found or started.
 */
export async function launchBrowser(chromiumPath: string | null, log: FastifyBaseLogger): Promise<Browser> {
  // Seven megabytes of script, which a server that has no picture to draw need not read when it starts.
  const { chromium } = await import('playwright-core')
  const found = await findChromium(chromiumPath)
  const namespace = await namespaceCommand()
  const wrapped = namespace && wrap(namespace, found.executablePath)
  const executablePath = wrapped?.path ?? found.executablePath
  const start = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath,
      chromiumSandbox,
      args: [...quiet, ...closedNetwork],
      env: { ...plainEnvironment(), ...found.env },
      timeout: 20_000,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  try {
    return await startSandboxed(start, log)
  } finally {
    // The shell has read it and has become the browser.
    wrapped?.remove()
  }
}

/** With the browser's own sandbox where the system lets it have one; never as root, where it refuses to start. */
async function startSandboxed(start: (sandbox: boolean) => Promise<Browser>, log: FastifyBaseLogger): Promise<Browser> {
  if (process.getuid?.() === 0) return start(false)
  try {
    return await start(true)
  } catch {
    log.warn('The browser for pictures runs without its own sandbox; allow user namespaces to give it one.')
    return start(false)
  }
}

/** The browser learns nothing of our settings: its environment holds no secret. */
function plainEnvironment(): Record<string, string> {
  const passed = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'SystemRoot', 'TEMP']
  return Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
