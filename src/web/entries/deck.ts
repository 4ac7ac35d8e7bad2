/** The script of the pages around decks: show, fullscreen, embed, and the page shown instead of the editor. */
import { takeStoredToasts } from '../frame/stored-toast.ts'
import '../pages/deck/deck-page.css'
import { genericError } from '../../rules/messages.ts'
import { applyTimings } from '../../ui/page-timings.ts'
import { openDeckView } from '../pages/deck/client/deck-view.ts'
import { clickEarlyButton } from '../pages/deck/client/early-press.ts'
import { enableFullscreen } from '../pages/deck/client/fullscreen.ts'
import { showHeaderNearTop } from '../pages/deck/client/header-edge.ts'
import { keepSlide } from '../pages/deck/client/keep-slide.ts'
import { focusDeck, followKeys } from '../pages/deck/client/keyboard.ts'
import { closeMenusOutside } from '../pages/deck/client/menus.ts'
import { enableFork, enableKudos } from '../pages/deck/client/options.ts'
import { find, readPageData } from '../pages/deck/client/page-script-data.ts'
import { showInstructions, showSummaryPill } from '../pages/deck/client/pills.ts'
import { applyPopupQueries } from '../pages/deck/client/popup-queries.ts'
import { reportReading } from '../pages/deck/client/reading.ts'
import { enableShareBox } from '../pages/deck/client/share-box.ts'
import { enableShare, openOnClick } from '../pages/deck/client/share-option.ts'
import { showTimes } from '../pages/deck/client/times.ts'
import { showToast } from '../pages/deck/client/toast.ts'
import { enableWarning } from '../pages/deck/client/warning-bar.ts'

// Loads the fonts only after the deck, so that they do not delay it. Until then the page uses system fonts.
void import('../../ui/fonts.css').then(() => document.documentElement.classList.add('typeset'))
applyTimings()
const data = readPageData()
const view = openDeckView(data)

/**
 * Makes the deck's options work, then clicks the one that was pressed before. The options of the deck's owner are loaded
 * only where they are: few people have them.
 */
async function enableOptions(): Promise<void> {
  if (find('[data-visibility-menu], [data-make-public], [data-people-dialog]')) {
    await import('../pages/deck/client/visibility-options.ts').then(
      (one) => one.enableVisibilityOptions(data),
      () => showToast(genericError(), 'negative'),
    )
  }
  enableKudos(data)
  enableFork(data)
  enableShareBox()
  enableShare(data)
  openOnClick('[data-comments]', () =>
    import('../pages/deck/client/public-comments.tsx').then(
      (one) => one.toggleComments(data),
      () => showToast(genericError(), 'negative'),
    ),
  )
  clickEarlyButton()
}

showHeaderNearTop(view)
enableWarning()
closeMenusOutside(view)
showTimes()
applyPopupQueries()
void enableOptions()
if (view) {
  followKeys(view)
  enableFullscreen(view)
  showSummaryPill()
  showInstructions(view, data)
  // A deck inside another page (an embed, a revision's preview) must not take the focus from it.
  if (data.view !== 'embed' && window === window.top) focusDeck(view)
  view.onKey((key) => {
    if (key === 'e') find('[data-edit]:not([hidden])')?.click()
    const leaves = data.view === 'fullscreen' || data.view === 'export'
    if (key === 'escape' && leaves && !document.fullscreenElement) find('[data-leave]')?.focus()
  })
  view.onReady(() => document.documentElement.classList.add('deck-ready'))
  reportReading(data, view.onPosition)
  keepSlide()
  // Loaded after the deck, since only some views need them.
  if (data.notes) void import('../pages/deck/client/audience-notes.ts').then((one) => one.showAudienceNotes(view, data))
  if (data.view === 'review') void import('../pages/deck/client/review.ts').then((one) => one.enableReview(view, data))
  if (data.view === 'export') void import('../pages/deck/client/print.ts').then((one) => one.enablePrint(view))
}

// Inside another page the stored toasts are left for the next top-level page.
if (window === window.top && find('[data-toasts]')) {
  for (const { text, kind } of takeStoredToasts()) showToast(text, kind)
}

const markLoaded = (): void => document.documentElement.classList.add('loaded')
if (document.readyState === 'complete') markLoaded()
else window.addEventListener('load', markLoaded)
