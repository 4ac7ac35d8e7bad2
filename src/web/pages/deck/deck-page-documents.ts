import type { DeckPageDocuments } from '../../../api/deck-pages/page-data.ts'
import { embedPage } from './embed-page.ts'
import { exportPage } from './export-page.ts'
import { fullscreenPage } from './fullscreen-page.ts'
import { passwordPage } from './password-page.ts'
import { reviewPage } from './review-page.ts'
import { showPage } from './show-page.ts'
import { upgradePage } from './upgrade-page.ts'

/** All pages around decks. */
export const deckPageDocuments: DeckPageDocuments = {
  show: showPage,
  fullscreen: fullscreenPage,
  embed: embedPage,
  upgrade: upgradePage,
  review: reviewPage,
  export: exportPage,
  password: passwordPage,
}
