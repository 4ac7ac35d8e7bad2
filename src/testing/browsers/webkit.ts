import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait-for.ts'
import {
  type Browser,
  type BrowserCookie,
  type BrowserSession,
  type InputSource,
  type WindowId,
  windowSize,
} from './browser.ts'
import { plainEnvironment, type RunningProgram, runProgram } from './running-program.ts'
import { findDisplay, startDisplay } from './virtual-display.ts'

/** WebKitGTK's driver and the minimal browser it drives. */
export interface FoundWebKit {
  readonly driver: string
  readonly browser: string
}

const browserFolders = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].flatMap((version) =>
    ['lib', 'libexec'].map((kind) => join('/usr', kind, machine, `webkit2gtk-${version}`)),
  ),
)

/** WebKitGTK with everything needed to drive it without a screen, or null. */
export function findWebKit(): FoundWebKit | null {
  const driver = findProgram(['WebKitWebDriver'])
  const browser = findProgram(['MiniBrowser'], browserFolders)
  return driver && browser && findDisplay() ? { driver, browser } : null
}

/** Starts an X server for WebKitGTK's sessions. Throws if a program is missing. */
export async function startWebKit(): Promise<Browser> {
  const found = findWebKit()
  if (!found) throw new Error('No WebKitGTK was found. Install it (such as: apt install webkit2gtk-driver xvfb).')
  const folder = mkdtempSync(join(tmpdir(), 'lectern-webkit-'))
  const display = await startDisplay(folder)
  const drivers: RunningProgram[] = []
  const startDriver = (port: number): RunningProgram => {
    const env = { ...plainEnvironment(folder), DISPLAY: display.name, LIBGL_ALWAYS_SOFTWARE: '1' }
    drivers.push(runProgram(found.driver, [`--port=${port}`], env))
    return drivers.at(-1)!
  }
  return {
    name: 'webkit',
    display,
    newSession: () => newSession(found, startDriver),
    stop: async () => {
      for (const driver of drivers) await driver.end()
      // Closing the X server closes its windows.
      await display.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Send = <Result>(method: string, path: string, body?: unknown) => Promise<Result>

/** A WebDriver client for this port. Rejects with the driver's error. */
function connect(port: number): Send {
  return async (method, path, body) => {
    const url = `http://127.0.0.1:${port}${path}`
    const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const { value } = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
}

/** A driver serves one session, and each session is a fresh browser. */
async function newSession(found: FoundWebKit, startDriver: (port: number) => RunningProgram): Promise<BrowserSession> {
  const port = await freePort()
  const driver = startDriver(port)
  const send = connect(port)
  await waitFor(() =>
    send('GET', '/status').then(
      () => true,
      () => false,
    ),
  )
  const browserOptions = { binary: found.browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = new WebKitSession((method, path, body) => send(method, `/session/${sessionId}${path}`, body), driver)
  await session.size()
  return session
}

interface ScriptAnswer {
  readonly value: string
  readonly error?: string
  readonly errors: readonly string[]
}

/**
 * Runs in the page. The driver does not report console errors, so a listener is installed on the first call. Returns
 * the errors since the last call.
 */
function hearErrors(): string[] {
  const page = window as { heardErrors?: string[] }
  if (!page.heardErrors) {
    const heard: string[] = []
    page.heardErrors = heard
    window.addEventListener('error', ({ message }) => message && heard.push(message))
    window.addEventListener('unhandledrejection', ({ reason }) => heard.push(`Unhandled rejection: ${reason}`))
    const report = console.error
    console.error = (...said: unknown[]) => {
      heard.push(said.join(' '))
      report(...said)
    }
  }
  return page.heardErrors.splice(0)
}

/** Runs in the page. Blurs the frame first, since focusing an active frame has no effect. */
function giveKeyboard(index: number): void {
  const frame = document.querySelectorAll('iframe')[index]
  window.focus()
  frame?.blur()
  frame?.focus({ preventScroll: true })
}

/** WebDriver's key of element references. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

class WebKitSession implements BrowserSession {
  readonly #send: Send
  readonly #driver: RunningProgram
  readonly #errors: string[] = []
  #active: WindowId | null = null

  constructor(send: Send, driver: RunningProgram) {
    this.#send = send
    this.#driver = driver
  }

  /** Sets the size of the active window's page, without the browser's toolbar. */
  async size(): Promise<void> {
    await this.#send('POST', '/window/rect', { x: 0, y: 0, ...windowSize })
    const inside = await this.#send<number>('POST', '/execute/sync', { script: 'return innerHeight', args: [] })
    const height = 2 * windowSize.height - inside
    await this.#send('POST', '/window/rect', { x: 0, y: 0, width: windowSize.width, height })
  }

  windows(): Promise<readonly WindowId[]> {
    return this.#send('GET', '/window/handles')
  }

  async newWindow(): Promise<WindowId> {
    const { handle } = await this.#send<{ handle: WindowId }>('POST', '/window/new', { type: 'window' })
    await this.activate(handle)
    await this.size()
    return handle
  }

  async activate(window: WindowId): Promise<void> {
    // Switching windows blurs every frame, even if the window is the same.
    if (this.#active === window) return
    this.#active = window
    await this.#send('POST', '/window', { handle: window })
  }

  async navigate(window: WindowId, url: string): Promise<void> {
    await this.activate(window)
    await this.#send('POST', '/url', { url })
  }

  async evaluate(window: WindowId, frames: readonly string[], expression: string): Promise<string> {
    await this.activate(window)
    return frames.length === 0 ? this.#script(expression) : this.#inFrame(frames, () => this.#script(expression))
  }

  async perform(window: WindowId, actions: readonly InputSource[]): Promise<void> {
    await this.activate(window)
    await this.#send('POST', '/actions', { actions })
  }

  async upload(window: WindowId, css: string, paths: readonly string[]): Promise<void> {
    await this.activate(window)
    const field = (await this.#element(css))[elementKey]
    await this.#send('POST', `/element/${field}/value`, { text: paths.join('\n') })
  }

  async screenshot(window: WindowId): Promise<Buffer> {
    await this.activate(window)
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64')
  }

  async setCookies(page: string, cookies: readonly BrowserCookie[]): Promise<void> {
    // A cookie can be set only from a page of its own site.
    await this.#send('POST', '/url', { url: page })
    for (const cookie of cookies) await this.#send('POST', '/cookie', { cookie })
  }

  complaints(): readonly string[] {
    return this.#errors
  }

  async end(): Promise<void> {
    await this.#send('DELETE', '')
    await this.#driver.end()
  }

  async #script(expression: string): Promise<string> {
    const script = `const done = arguments[arguments.length - 1]
      const errors = (${hearErrors})()
      Promise.resolve().then(() => ${expression}).then(
        (value) => done({ value, errors }),
        (error) => done({ error: String(error), errors }),
      )`
    const { value, error, errors } = await this.#send<ScriptAnswer>('POST', '/execute/async', { script, args: [] })
    this.#errors.push(...errors)
    if (error !== undefined) throw new Error(error)
    return value
  }

  /**
   * Runs an action in a frame. The driver focuses the entered frame, and the page on return, so a previously focused
   * frame is focused again.
   */
  async #inFrame<Result>(frames: readonly string[], act: () => Promise<Result>): Promise<Result> {
    const focused = await this.#script(`[...document.querySelectorAll('iframe')].indexOf(document.activeElement)`)
    try {
      for (const css of frames) await this.#send('POST', '/frame', { id: await this.#element(css) })
      return await act()
    } finally {
      await this.#send('POST', '/frame', { id: null })
      await this.#script(`(${giveKeyboard})(${focused})`)
    }
  }

  #element(css: string): Promise<Record<string, string>> {
    return this.#send('POST', '/element', { using: 'css selector', value: css })
  }
}
