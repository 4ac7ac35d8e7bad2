import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../find-program.ts'
import { type BidiConnection, connectBidi } from './bidi-connection.ts'
import {
  type Browser,
  type BrowserCookie,
  type BrowserSession,
  blankPage,
  type InputSource,
  type WindowId,
  windowSize,
} from './browser.ts'
import { plainEnvironment, runProgram } from './running-program.ts'
import { startDisplay } from './virtual-display.ts'

/** The first version with all required features of WebDriver BiDi. */
const oldest = 128

/** Firefox, or null if none is installed that can be driven. */
export function findFirefox(): string | null {
  const path = findProgram(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS'])
  // A snap can read neither its profile folder nor uploaded files.
  if (path === null || isSnap(path)) return null
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 15_000 })
  return Number(/(\d+)\./.exec(stdout ?? '')?.[1]) >= oldest ? path : null
}

function isSnap(path: string): boolean {
  const head = readFileSync(path).subarray(0, 4096).toString('latin1')
  return path.includes('/snap/') || (head.startsWith('#!') && head.includes('/snap/'))
}

/** No network requests except those of pages, and no dialogs on top. */
const preferences: Readonly<Record<string, string | number | boolean>> = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': true,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 0,
  // Mouse events go through the parent process, which knows frames of other origins.
  'remote.events.async.mouse.enabled': true,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
}

/**
 * Starts Firefox and connects by WebDriver BiDi. Headless or, with `shown`, on an X server of its own. Throws if a
 * program is missing.
 */
export async function startFirefox(shown = false): Promise<Browser> {
  const program = findFirefox()
  if (program === null) throw new Error('No Firefox was found. Install it (such as: apt install firefox-esr).')
  const folder = mkdtempSync(join(tmpdir(), 'lectern-firefox-'))
  // A driven Firefox considers itself active regardless of the X server's focus, but its input methods do not.
  const focus = shown ? { 'focusmanager.testmode': false } : {}
  const lines = Object.entries({ ...preferences, ...focus }).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const display = shown ? await startDisplay(folder) : null
  // The screen is large enough for a window with its toolbars, since off-screen parts get no input.
  const screen: Record<string, string> = display
    ? { DISPLAY: display.name }
    : { MOZ_HEADLESS_WIDTH: '1400', MOZ_HEADLESS_HEIGHT: '1000' }
  const args = ['--no-remote', '--profile', folder, '--remote-debugging-port=0', blankPage]
  const env = { ...plainEnvironment(folder), ...screen }
  const running = runProgram(program, display ? args : ['--headless', ...args], env)
  const address = (await running.printed(/WebDriver BiDi listening on (ws:\S+)/))[1]
  const connection = await connectBidi(`${address}/session`)
  await connection.send('session.new', { capabilities: {} })
  const errors = await watchErrors(connection)
  return {
    name: 'firefox',
    display,
    newSession: () => newSession(connection, errors),
    stop: async () => {
      connection.close()
      await running.end()
      await display?.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface LogEntry {
  readonly level: string
  readonly text: string
  readonly source: { readonly context?: string }
}

/**
 * Logged as errors although nothing failed: a font still loading when its page was left (NS_BINDING_ABORTED), and a
 * third-party cookie that the browser blocks, as it should.
 */
const harmless = [
  /^downloadable font: download failed .* status=2152398850/,
  /^Cookie “\w+” has been rejected because it is in a cross-site context/,
]

/** Collects the console errors of all sessions, with their window or frame. */
async function watchErrors(connection: BidiConnection): Promise<readonly LogEntry[]> {
  const errors: LogEntry[] = []
  connection.on('log.entryAdded', (entry: LogEntry) => {
    if (entry.level === 'error' && !harmless.some((pattern) => pattern.test(entry.text))) errors.push(entry)
  })
  await connection.send('session.subscribe', { events: ['log.entryAdded'] })
  return errors
}

interface ContextInfo {
  readonly context: WindowId
  readonly userContext: string
}

type ScriptAnswer =
  | { readonly type: 'success'; readonly result: { readonly value?: unknown; readonly sharedId?: string } }
  | { readonly type: 'exception'; readonly exceptionDetails: { readonly text: string } }

async function newSession(connection: BidiConnection, errors: readonly LogEntry[]): Promise<BrowserSession> {
  const { userContext } = await connection.send<{ userContext: string }>('browser.createUserContext')
  const session = new FirefoxSession(connection, userContext, errors)
  await session.newWindow()
  return session
}

class FirefoxSession implements BrowserSession {
  readonly #connection: BidiConnection
  readonly #userContext: string
  readonly #errors: readonly LogEntry[]
  readonly #firstError: number

  constructor(connection: BidiConnection, userContext: string, errors: readonly LogEntry[]) {
    this.#connection = connection
    this.#userContext = userContext
    this.#errors = errors
    this.#firstError = errors.length
  }

  async windows(): Promise<readonly WindowId[]> {
    const { contexts } = await this.#connection.send<{ contexts: ContextInfo[] }>('browsingContext.getTree', {
      maxDepth: 0,
    })
    return contexts.filter(({ userContext }) => userContext === this.#userContext).map(({ context }) => context)
  }

  async newWindow(): Promise<WindowId> {
    // A window, not a tab: several are visible at once, as on the screens of several users.
    const params = { type: 'window', userContext: this.#userContext }
    const { context } = await this.#connection.send<{ context: WindowId }>('browsingContext.create', params)
    await this.#connection.send('browsingContext.setViewport', { context, viewport: windowSize })
    return context
  }

  async activate(context: WindowId): Promise<void> {
    await this.#connection.send('browsingContext.activate', { context })
  }

  async navigate(context: WindowId, url: string): Promise<void> {
    await this.#connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    // Input before the first frame is refused.
    await this.#script(context, 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }

  async evaluate(window: WindowId, frames: readonly string[], expression: string): Promise<string> {
    let context = window
    for (const css of frames) {
      const frame = (await this.#script(context, `document.querySelector(${JSON.stringify(css)})?.contentWindow`)) as {
        context?: string
      }
      if (!frame?.context) throw new Error(`There is no frame ${css}`)
      context = frame.context
    }
    return String(await this.#script(context, expression))
  }

  async perform(window: WindowId, actions: readonly InputSource[]): Promise<void> {
    // A window in the background gets no input.
    if (!(await this.#script(window, 'document.hasFocus()'))) await this.activate(window)
    const keys = actions.every(({ type }) => type === 'key')
    const context = keys ? await this.#keyboardOf(window) : window
    await this.#connection.send('input.performActions', { context, actions })
  }

  async upload(context: WindowId, css: string, files: readonly string[]): Promise<void> {
    const expression = `document.querySelector(${JSON.stringify(css)})`
    const answer = await this.#evaluate(context, expression)
    const sharedId = answer.type === 'success' ? answer.result.sharedId : undefined
    if (!sharedId) throw new Error(`There is no field ${css}`)
    await this.#connection.send('input.setFiles', { context, element: { sharedId }, files })
  }

  async screenshot(context: WindowId): Promise<Buffer> {
    const { data } = await this.#connection.send<{ data: string }>('browsingContext.captureScreenshot', { context })
    return Buffer.from(data, 'base64')
  }

  async setCookies(_page: string, cookies: readonly BrowserCookie[]): Promise<void> {
    const partition = { type: 'storageKey', userContext: this.#userContext }
    for (const { value, sameSite, ...cookie } of cookies) {
      const set = { ...cookie, value: { type: 'string', value }, sameSite: sameSite.toLowerCase() }
      await this.#connection.send('storage.setCookie', { cookie: set, partition })
    }
  }

  complaints(): readonly string[] {
    return this.#errors.slice(this.#firstError).map(({ text }) => text)
  }

  async end(): Promise<void> {
    await this.#connection.send('browser.removeUserContext', { userContext: this.#userContext })
  }

  /**
   * The focused window, or the focused cross-origin frame in it: Firefox sends keys to the process of the given
   * context, and such a frame has its own.
   */
  async #keyboardOf(window: WindowId): Promise<string> {
    const expression = `(() => {
      const focused = document.activeElement
      return focused?.localName === 'iframe' && focused.contentDocument === null ? focused.contentWindow : null
    })()`
    let context = window
    for (;;) {
      const frame = (await this.#script(context, expression)) as { context: string } | undefined
      if (!frame?.context) return context
      context = frame.context
    }
  }

  #evaluate(context: string, expression: string): Promise<ScriptAnswer> {
    const params = { expression, target: { context }, awaitPromise: true, userActivation: false }
    return this.#connection.send<ScriptAnswer>('script.evaluate', params)
  }

  async #script(context: string, expression: string): Promise<unknown> {
    const answer = await this.#evaluate(context, expression)
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result.value
  }
}
