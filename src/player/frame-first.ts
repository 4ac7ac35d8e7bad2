/**
 * Inline script of a deck frame, run before the first paint. Keep it small: it shares no module with the player's
 * script.
 */
import { type EarlyKeys, requestKeyboardFocus, watchEarlyKeys } from './early-keys.ts'

// Hides the first slide if the URL asks for another one.
if (/[1-9a-z]/i.test(location.hash)) document.documentElement.classList.add('elsewhere')
const page = window as { earlyKeys?: EarlyKeys }
page.earlyKeys = watchEarlyKeys()
requestKeyboardFocus()
