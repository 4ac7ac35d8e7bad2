/**
 * What runs in a deck frame before anything is painted. It stands in the document itself, so it is small and imports
 * nothing that the player's own script has as well.
 */
import { callForKeys, type EarlyKeys, watchEarlyKeys } from './early-keys.ts'

// The first slide stays out of sight while the page asks for another one.
if (/[1-9a-z]/i.test(location.hash)) document.documentElement.classList.add('elsewhere')
const page = window as { earlyKeys?: EarlyKeys }
page.earlyKeys = watchEarlyKeys()
callForKeys()
