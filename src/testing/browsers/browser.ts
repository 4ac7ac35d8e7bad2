import type { VirtualDisplay } from './virtual-display.ts'

/** Browsers driven by their own protocols, besides Chromium. */
export type BrowserName = 'firefox' | 'webkit'

/** A window or tab, as its browser names it. */
export type WindowId = string

/**
 * An input device and its actions per tick: W3C WebDriver action sequences, unchanged in WebDriver BiDi. Coordinates in
 * px of the window, durations in ms.
 */
export interface InputSource {
  readonly type: 'pointer' | 'key'
  readonly id: string
  readonly parameters?: { readonly pointerType: 'mouse' | 'touch' | 'pen' }
  readonly actions: readonly Readonly<Record<string, unknown>>[]
}

/** A cookie as set by a server. */
export interface BrowserCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

/** A user's browser session: separate cookies and storage, initially empty, with one blank window. */
export interface BrowserSession {
  /** All windows of this session, in no particular order. */
  windows(): Promise<readonly WindowId[]>
  /** Opens another window with the same cookies and storage. */
  newWindow(): Promise<WindowId>
  /** Brings a window to the front and focuses it. */
  activate(window: WindowId): Promise<void>
  /** Loads a URL and waits for the load event. */
  navigate(window: WindowId, url: string): Promise<void>
  /**
   * Evaluates an expression that returns a string or a promise of one. `frames`: CSS selectors of the frames to enter,
   * outermost first, also of other origins. Throws if a frame is missing or the expression throws.
   */
  evaluate(window: WindowId, frames: readonly string[], expression: string): Promise<string>
  /** Performs input on the window as devices would; frames get the events at their position. */
  perform(window: WindowId, sources: readonly InputSource[]): Promise<void>
  /** Selects files in the first file field that matches, as the browser's dialog would. */
  upload(window: WindowId, css: string, paths: readonly string[]): Promise<void>
  /** A PNG screenshot. */
  screenshot(window: WindowId): Promise<Buffer>
  /**
   * Adds cookies of a site to the session. `page`: a URL there that loads quickly; the first window may navigate to it.
   */
  setCookies(page: string, cookies: readonly BrowserCookie[]): Promise<void>
  /** Errors of pages so far, one line each: console errors, and uncaught errors of scripts. */
  complaints(): readonly string[]
  /** Closes all windows and deletes the session's data. */
  end(): Promise<void>
}

/** A running browser. */
export interface Browser {
  readonly name: BrowserName
  /** Display of its windows; null if headless. */
  readonly display: VirtualDisplay | null
  newSession(): Promise<BrowserSession>
  /** Ends all of its processes. */
  stop(): Promise<void>
}

/** Size of the first window of a session, in px. */
export const windowSize = { width: 1280, height: 800 } as const

/** The initial blank page of a session. */
export const blankPage = 'about:blank'
