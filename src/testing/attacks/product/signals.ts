import type { BrowserContext, Frame, Page, Request } from 'playwright-core'

/** What a page did that no page may do. */
export interface Signals {
  /** Scripts that ran: by what number the attack calls itself (null: it does not say), and whether in the app's origin. */
  readonly hits: readonly { readonly mark: number | null; readonly inApp: boolean }[]
  /** Scripts that a policy stopped, in words. */
  readonly stopped: readonly string[]
  /** Dialogs; navigations of a page, or of a deck's frame, to elsewhere. */
  readonly escapes: readonly string[]
  /** Requests to other machines that told where they come from. */
  readonly told: readonly string[]
}

/** Listens to everything in browser contexts. */
export interface SignalWatch {
  /** Sets its hooks in a context, before any page is opened there. */
  watch(context: BrowserContext): Promise<void>
  /** What came since the last call. */
  take(): Signals
}

/**
 * Runs in every document before anything else. Scripts call hit; other programs that a script could start by itself
 * count as well.
 */
const hooks = `(() => {
  if (Object.getOwnPropertyDescriptor(self, 'hit')) return
  const origin = () => { try { return self.origin } catch { return 'null' } }
  const report = self.lecternReport
  const hit = (mark) => { report('hit', typeof mark === 'number' ? mark : null, origin()) }
  for (const name of ['hit', 'alert', 'confirm', 'prompt', 'print'])
    Object.defineProperty(self, name, { value: (mark) => hit(name === 'hit' ? mark : null), configurable: false, writable: false })
  self.addEventListener('securitypolicyviolation', (event) => {
    if (!event.effectiveDirective.startsWith('script-src')) return
    // Libraries of the app's own pages try whether they may make functions of text; nothing in a deck's frame does.
    if (event.blockedURI.endsWith('eval') && !location.pathname.startsWith('/d/')) return
    report('stopped', null, event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample + ' in ' + event.documentURI)
  }, true)
})()`

type Report = (kind: 'hit' | 'stopped', mark: number | null, words: string) => void

/** Starts listening. `baseUrl`: of the instance; everything else is another machine. */
export function watchSignals(baseUrl: string): SignalWatch {
  const base = new URL(baseUrl)
  let hits: Signals['hits'][number][] = []
  let stopped: string[] = []
  let escapes: string[] = []
  let told: string[] = []
  const report: Report = (kind, mark, words) => {
    if (kind === 'hit') hits.push({ mark, inApp: words === base.origin })
    else stopped.push(words)
  }
  return {
    async watch(context) {
      await context.exposeBinding('lecternReport', (_source, ...what: Parameters<Report>) => report(...what))
      await context.addInitScript(hooks)
      context.on('page', (page) => watchPage(page, base, (line) => escapes.push(line)))
      context.on('request', (request) => {
        const line = toldBy(request, base)
        if (line) told.push(line)
      })
    },
    take() {
      const taken = { hits, stopped, escapes, told }
      hits = []
      stopped = []
      escapes = []
      told = []
      return taken
    },
  }
}

/** The address of another machine that hears of a page or a person by this request; null otherwise. */
function toldBy(request: Request, base: URL): string | null {
  if (!URL.canParse(request.url())) return null
  const url = new URL(request.url())
  if (!/^https?:$/.test(url.protocol) || isOurs(url, base)) return null
  const { referer, cookie } = request.headers()
  return cookie || (referer && new URL(referer).pathname !== '/') ? url.href : null
}

function isOurs(url: URL, base: URL): boolean {
  return url.port === base.port && (url.hostname === base.hostname || url.hostname.endsWith(`.${base.hostname}`))
}

/** Only pages that somebody opened may go somewhere; frames in slides are others' and may do what they like. */
function watchPage(page: Page, base: URL, tell: (line: string) => void): void {
  page.on('dialog', (dialog) => {
    tell(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('framenavigated', (frame: Frame) => {
    const isDeck = frame.parentFrame() === page.mainFrame()
    if (frame !== page.mainFrame() && !isDeck) return
    const url = URL.canParse(frame.url()) ? new URL(frame.url()) : null
    const isBlank = frame.url() === '' || frame.url() === 'about:blank'
    if (!isBlank && (!url || !isOurs(url, base))) tell(`navigation to ${frame.url()}`)
  })
}
