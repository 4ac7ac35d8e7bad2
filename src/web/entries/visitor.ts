import { colorScheme } from '../../ui/color-scheme.ts'
import { takeEarlyButton } from '../../ui/early-input.ts'
import { watchHeader } from '../frame/header-visibility.ts'
import { showTroubleToast } from '../frame/show-trouble-toast.ts'
import { storePressed, takePressed } from '../frame/stored-press.ts'
import { hasStoredToast } from '../frame/stored-toast.ts'
import { watchLinkMenus } from '../frame/watch-link-menus.ts'

/**
 * The script of pages where visitors only read, follow links and search, which needs no app. Hovering, focusing or
 * clicking any other control loads the app. It hydrates the page, then the click is replayed. If loading fails, a toast
 * is shown, and the next click retries in a new document. Browsers cache a failed module, and an updated server has
 * other file names.
 */

/** Controls that need the app. Links do not, even if they look like buttons, nor do the buttons of link menus. */
const appControls = 'button:not([popovertarget]), input, select, textarea, label, summary'
const intents = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const

const renderedPath = currentPath()
const header = document.querySelector<HTMLElement>('[data-site-header]')
const leaveHeader = header ? [watchHeader(header), watchLinkMenus(header)] : []
let isLoading = false
let hasFailed = false
/** The last control clicked before the app was loaded. */
let pressed: HTMLElement | null = takePressed(appControls) ?? takeEarlyButton()

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(appControls) : null
}

function interceptClick(event: Event): void {
  const control = controlAt(event.target)
  // A search field needs no replay: it has the focus already.
  if (!control || control.matches('[type="search"]')) return
  event.preventDefault()
  event.stopPropagation()
  pressed = control
  void (hasFailed ? tryAgain(control) : loadApp())
}

function onIntent(event: Event): void {
  if (controlAt(event.target)) void loadApp()
}

async function loadApp(): Promise<void> {
  if (isLoading) return
  isLoading = true
  for (const name of intents) window.removeEventListener(name, onIntent)
  const app = await import('../start-app.tsx').catch(() => null)
  if (!app) {
    hasFailed = true
    isLoading = false
    if (pressed) showTroubleToast()
    return
  }
  for (const leave of leaveHeader) leave()
  await app.startApp()
  window.removeEventListener('click', interceptClick, true)
  if (pressed?.isConnected) pressed.click()
}

/** Reloads the page to retry the click, if the server responds. */
async function tryAgain(control: HTMLElement): Promise<void> {
  if (isLoading) return
  isLoading = true
  const isThere = await fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
  isLoading = false
  if (!isThere) return showTroubleToast()
  storePressed(control, appControls)
  window.location.reload()
}

/** The URL that determines the rendered page. */
function currentPath(): string {
  return window.location.pathname + window.location.search
}

/** Reloads on back navigation to a URL that the app pushed before a reload, since without the app nothing renders its page. */
function reloadOnBack(): void {
  if (!isLoading && currentPath() !== renderedPath) window.location.reload()
}

/** Hides a missing thumbnail, so that the title behind it is visible; the app would replace it. */
function hideMissingThumbnail(picture: EventTarget | null): void {
  if (picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth === 0) {
    picture.style.visibility = 'hidden'
  }
}

for (const name of intents) window.addEventListener(name, onIntent, { passive: true })
window.addEventListener('click', interceptClick, true)
window.addEventListener('popstate', reloadOnBack)
window.addEventListener('error', (event) => hideMissingThumbnail(event.target), true)
for (const picture of document.images) hideMissingThumbnail(picture)
const chosen = document.querySelector<HTMLInputElement>(`[name="color-scheme"][value="${colorScheme()}"]`)
if (chosen) chosen.checked = true
document.documentElement.classList.add('loaded')
// Toasts and query parameters need the app, so it is loaded at once.
if (
  pressed ||
  hasStoredToast() ||
  /[?&]auto(close|refresh)=/i.test(window.location.search) ||
  controlAt(document.activeElement)
)
  void loadApp()
