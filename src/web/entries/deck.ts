/** The script of the pages around decks: show, fullscreen, embed, and the notice in place of the editor. */
import { takeFlashes } from '../frame/stored-flash.ts'
import '../pages/deck/deck-page.css'
import { applyTimings } from '../../ui/page-timings.ts'
import { openDeckView } from '../pages/deck/client/deck-view.ts'
import { pressEarlyButton } from '../pages/deck/client/early-press.ts'
import { flash } from '../pages/deck/client/flash.ts'
import { enableFullscreen } from '../pages/deck/client/fullscreen.ts'
import { showHeaderNearTop } from '../pages/deck/client/header-edge.ts'
import { keepSlide } from '../pages/deck/client/keep-slide.ts'
import { focusDeck, followKeys } from '../pages/deck/client/keyboard.ts'
import { closeMenusOutside } from '../pages/deck/client/menus.ts'
import { enableFork, enableKudos, enableMakePublic, enableVisibility } from '../pages/deck/client/options.ts'
import { find, readPageData } from '../pages/deck/client/page-script-data.ts'
import { showInstructions, showSummaryPill } from '../pages/deck/client/pills.ts'
import { obeyPopupQueries } from '../pages/deck/client/popup-queries.ts'
import { tellReading } from '../pages/deck/client/reading.ts'
import { enableShareBox } from '../pages/deck/client/share-box.ts'
import { enableShare } from '../pages/deck/client/share-option.ts'
import { showTimes } from '../pages/deck/client/times.ts'

// The deck is there already; the words around it change their face now.
void import('../../ui/fonts.css').then(() => document.documentElement.classList.add('typeset'))
applyTimings()
const data = readPageData()
const view = openDeckView(data)

showHeaderNearTop(view)
closeMenusOutside(view)
showTimes()
obeyPopupQueries()
enableKudos(data)
enableFork(data)
enableVisibility(data)
enableMakePublic(data)
enableShareBox()
enableShare(data)
pressEarlyButton()
if (view) {
  followKeys(view)
  enableFullscreen(view)
  showSummaryPill()
  showInstructions(view, data)
  // A deck inside another page (embedded, a revision's preview) never takes the focus away from it.
  if (data.view !== 'embed' && window === window.top) focusDeck(view)
  view.onKey((key) => {
    if (key === 'e') find('[data-edit]')?.click()
    const leaves = data.view === 'fullscreen' || data.view === 'export'
    if (key === 'escape' && leaves && !document.fullscreenElement) find('[data-leave]')?.focus()
  })
  view.onReady(() => document.documentElement.classList.add('deck-ready'))
  tellReading(data, view.onPosition)
  keepSlide()
  // What only some views have comes when the deck is there.
  if (data.notes) void import('../pages/deck/client/audience-notes.ts').then((one) => one.showAudienceNotes(view, data))
  if (data.view === 'review') void import('../pages/deck/client/review.ts').then((one) => one.enableReview(view))
  if (data.view === 'export') void import('../pages/deck/client/print.ts').then((one) => one.enablePrint(view))
}

// A deck inside another page leaves them to pages that tell them.
if (window === window.top && find('[data-flashes]')) {
  for (const { text, kind } of takeFlashes()) flash(text, kind)
}

const markLoaded = (): void => document.documentElement.classList.add('loaded')
if (document.readyState === 'complete') markLoaded()
else window.addEventListener('load', markLoaded)
