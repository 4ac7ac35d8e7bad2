/** The script of the audience's page. Without a framework, since a whole lecture hall loads it at once. */
import '../pages/deck/deck-page.css'
import '../pages/live/live-page.css'
import type { AudiencePageData, NewerDeck } from '../../api/deck-pages/live-page-data.ts'
import { connectLive } from '../../realtime/live/client.ts'
import { applyTimings } from '../../ui/page-timings.ts'
import { slideNumber } from '../features/live/deck-outline.ts'
import { followKeys } from '../pages/deck/client/keyboard.ts'
import { find } from '../pages/deck/client/page-script-data.ts'
import { applyPopupQueries } from '../pages/deck/client/popup-queries.ts'
import { closeWhenRefused, showBubble, showLostConnection } from '../pages/live/client/bubble.ts'
import { type Following, followStream } from '../pages/live/client/follow-stream.ts'
import { followVersion, readNewerDeck } from '../pages/live/client/newer-deck.ts'
import { sharedNotes } from '../pages/live/client/shared-notes.ts'
import { shownAddress } from '../pages/live/client/shown-address.ts'

void import('../../ui/fonts.css').then(() => document.documentElement.classList.add('typeset'))
applyTimings()
applyPopupQueries()
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as AudiencePageData
const frame = find<HTMLIFrameElement>('#deck-frame')

/** Announces the current slide to screen readers, which cannot see the deck's frame change. */
function announce({ shown }: Following): void {
  const index = data.slides.findIndex(([h, v]) => h === shown?.h && v === shown.v)
  const announcer = find('[data-announcer]')
  const words = index < 0 ? '' : `Slide ${index + 1} of ${data.slides.length}`
  if (announcer && announcer.textContent !== words) announcer.textContent = words
}

function showRoaming({ roaming, state }: Following): void {
  const pill = find('[data-roaming]')
  const words = find('[data-roaming-words]')
  if (!pill || !words) return
  pill.hidden = !roaming.away || state === null
  if (state) words.textContent = `The presenter is on slide ${slideNumber({ h: state.indexh, v: state.indexv })}`
}

function enterFullscreen(): void {
  document.documentElement.requestFullscreen?.().catch(() => {
    // A browser that refuses fullscreen informs the user itself.
  })
}

function start(deck: HTMLIFrameElement): void {
  const { deckId, token, stream: initial } = data
  const stream = connectLive({ deckId, publisher: false, token, initial })
  const showFailure = showBubble(stream)
  const showNotes = sharedNotes(data)
  const showAddress = shownAddress(token, () => following.focus())
  const following = followStream({
    frame: deck,
    stream,
    data,
    onChange: (now) => {
      announce(now)
      showRoaming(now)
      showNotes(now)
      showAddress(now)
      document.documentElement.classList.toggle('roaming-away', now.roaming.away)
      document.documentElement.classList.toggle('deck-ready', now.shown !== null)
    },
    onFullscreenKey: enterFullscreen,
    onFailure: showFailure,
  })
  showLostConnection(stream)
  const take = (newer: NewerDeck): void => {
    // Changes the object in place, since all code of this page reads the deck's data from it.
    Object.assign(data, newer.data)
    find('[data-bubble-title]')?.setAttribute('data-deck-title', newer.title)
    following.show(newer.frameUrl)
  }
  closeWhenRefused(stream, {
    byLink: token !== null,
    close: () => {
      // Hides the live address: it does not open a deck that is no longer shared.
      showAddress({ state: null, roaming: { away: false }, shown: null })
      following.close()
    },
    reopen: async () => {
      const deck = await readNewerDeck()
      if (!deck) throw new Error('The live page is not there yet')
      take(deck)
    },
  })
  followVersion(stream, data, take)
  followKeys(following)
  find('[data-return]')?.addEventListener('click', () => {
    following.rejoin()
    following.focus()
  })
  const fullscreen = find('[data-live-fullscreen]')
  if (fullscreen && document.fullscreenEnabled) {
    fullscreen.hidden = false
    fullscreen.addEventListener('click', () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else enterFullscreen()
    })
  }
  window.addEventListener('pagehide', (event) => {
    // A page in the back/forward cache keeps its stream.
    if (!event.persisted) stream.close()
  })
}

if (frame) start(frame)
const markLoaded = (): void => document.documentElement.classList.add('loaded')
if (document.readyState === 'complete') markLoaded()
else window.addEventListener('load', markLoaded)
