import { colorScheme } from '../../ui/color-scheme.ts'
import { watchHeader } from '../frame/header-visibility.ts'
import { hasFlash } from '../frame/stored-flash.ts'
import { storePressed, takePressed } from '../frame/stored-press.ts'
import { tellTrouble } from '../frame/tell-trouble.ts'

/**
 * The script of pages that visitors only read: links and the search are the browser's own. Whatever else is pointed at,
 * focused or pressed brings the app, which then takes the page over as everywhere else; the press is not lost. When the
 * app can't be loaded the press says so, and the next one tries again, in a new document: browsers remember a module
 * that failed, and after an update of the server its file has another name.
 */

/** What only the app answers. Links are not among it, also where they look like buttons. */
const answered = 'button, input, select, textarea, label, summary'
const intents = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const

const drawn = pathNow()
const header = document.querySelector<HTMLElement>('[data-site-header]')
const leaveHeader = header && watchHeader(header)
let isComing = false
let hasFailed = false
/** What was pressed last before the app was there. */
let pressed: HTMLElement | null = takePressed(answered)

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(answered) : null
}

function holdPress(event: Event): void {
  const control = controlAt(event.target)
  // A field takes its click by itself: it has the focus already.
  if (!control || control.matches('[type="search"]')) return
  event.preventDefault()
  event.stopPropagation()
  pressed = control
  void (hasFailed ? tryAgain(control) : wake())
}

function seeIntent(event: Event): void {
  if (controlAt(event.target)) void wake()
}

async function wake(): Promise<void> {
  if (isComing) return
  isComing = true
  for (const name of intents) window.removeEventListener(name, seeIntent)
  const app = await import('../start-app.tsx').catch(() => null)
  if (!app) {
    hasFailed = true
    isComing = false
    if (pressed) tellTrouble()
    return
  }
  leaveHeader?.()
  await app.startApp()
  window.removeEventListener('click', holdPress, true)
  if (pressed?.isConnected) pressed.click()
}

/** Loads the page again for what was pressed, when the server is there. */
async function tryAgain(control: HTMLElement): Promise<void> {
  if (isComing) return
  isComing = true
  const isThere = await fetch(window.location.href, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  )
  isComing = false
  if (!isThere) return tellTrouble()
  storePressed(control)
  window.location.reload()
}

/** What the server drew by. */
function pathNow(): string {
  return window.location.pathname + window.location.search
}

/** Before a reload the app may have been here: going back to one of its addresses brings no new document by itself. */
function followBack(): void {
  if (!isComing && pathNow() !== drawn) window.location.reload()
}

/** The title of a deck stands where its picture is missing; without a script to replace it the picture hides itself. */
function hideMissing(picture: EventTarget | null): void {
  if (picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth === 0) {
    picture.style.visibility = 'hidden'
  }
}

for (const name of intents) window.addEventListener(name, seeIntent, { passive: true })
window.addEventListener('click', holdPress, true)
window.addEventListener('popstate', followBack)
window.addEventListener('error', (event) => hideMissing(event.target), true)
for (const picture of document.images) hideMissing(picture)
const chosen = document.querySelector<HTMLInputElement>(`[name="color-scheme"][value="${colorScheme()}"]`)
if (chosen) chosen.checked = true
document.documentElement.classList.add('loaded')
// Something is to be told, or the address asks for what the app does.
if (
  pressed ||
  hasFlash() ||
  /[?&]auto(close|refresh)=/i.test(window.location.search) ||
  controlAt(document.activeElement)
)
  void wake()
