import type { VirtualDisplay } from './virtual-display.ts'

/** The browsers that are driven by their own protocols, beside Chromium. */
export type BrowserName = 'firefox' | 'webkit'

/** A window or tab, as its browser names it. */
export type WindowId = string

/**
 * One input device and what it does, tick by tick: the action sequences of W3C WebDriver, which WebDriver BiDi has
 * taken over unchanged. Coordinates in px of the window, durations in ms.
 */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' | 'pen' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** A cookie as a server has set it. */
export interface BrowserCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

/** One user in a browser: cookies and storage of their own, empty at first, with one blank window. */
export interface BrowserSession {
  /** All windows of this session, in no particular order. */
  windows(): Promise<readonly WindowId[]>
  /** Opens another window with the same cookies and storage. */
  newWindow(): Promise<WindowId>
  /** Brings a window to the front and gives it the keyboard. */
  activate(window: WindowId): Promise<void>
  /** Loads an address and waits for the page's load event. */
  navigate(window: WindowId, url: string): Promise<void>
  /**
   * Evaluates an expression that gives a string or a promise of one. `frames`: CSS selectors of the frames to enter,
   * outermost first; they may be of another origin. Throws when a frame is missing or the expression throws.
   */
  evaluate(window: WindowId, frames: readonly string[], expression: string): Promise<string>
  /** Performs input on the whole window, as the user's devices would; frames get what lands on them. */
  perform(window: WindowId, sources: readonly InputSource[]): Promise<void>
  /** Chooses files in the first file field that the selector finds, as the browser's own dialog would. */
  upload(window: WindowId, css: string, paths: readonly string[]): Promise<void>
  /** A PNG of what the window shows. */
  screenshot(window: WindowId): Promise<Buffer>
  /** Gives the session cookies of a site. `page`: an address there that loads quickly; the first window may show it. */
  setCookies(page: string, cookies: readonly BrowserCookie[]): Promise<void>
  /** Errors of pages so far, one line each: of the console, or those that scripts threw or reported. */
  complaints(): readonly string[]
  /** Closes all windows and forgets everything. */
  end(): Promise<void>
}

/** A browser that runs. */
export interface Browser {
  readonly name: BrowserName
  /** Where its windows are drawn; null where nothing draws them. */
  readonly display: VirtualDisplay | null
  newSession(): Promise<BrowserSession>
  /** Ends all of its processes. */
  stop(): Promise<void>
}

/** Size of every first window, in px. */
export const windowSize = { width: 1280, height: 800 } as const

/** The blank page that the first window of a session shows. */
export const blankPage = 'about:blank'
