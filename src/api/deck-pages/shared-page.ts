import type { LoadedDeck } from '../decks/load-deck.ts'
import type { SharedPage } from '../pages/shared-pages.ts'
import type { DeckRequest } from './deck-request.ts'
import { type DeckPagesOptions, pageOf, readingOf } from './page-answer.ts'
import { countsOf } from './page-parts.ts'
import { frameOf, partsOf, textOf } from './show-parts.ts'

type PageParts = Awaited<ReturnType<typeof partsOf>>

interface PageState {
  readonly parts: PageParts
  readonly state: string
}

/** The states of loaded decks: visitors whose read was shared share the state, too. */
const states = new WeakMap<LoadedDeck, Promise<PageState>>()

function stateOf(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<PageState> {
  const known = states.get(deckRequest.loaded)
  if (known) return known
  const made = makeState(options, deckRequest)
  states.set(deckRequest.loaded, made)
  return made
}

async function makeState(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<PageState> {
  const { loaded } = deckRequest
  const { version, share_notes } = loaded.deck
  const parts = await partsOf(options, deckRequest, false)
  // The last two values, with the instance's keys, determine the frame's URL.
  const state = JSON.stringify([version, share_notes, parts, options.frames.of(loaded).shape, options.hosts().mode])
  return { parts, state }
}

/**
 * The page of a public deck that all visitors share: its cache key, its state and its markup. `about` is the number of
 * slides.
 */
export async function sharedPage(options: DeckPagesOptions, deckRequest: DeckRequest): Promise<SharedPage<number>> {
  const { loaded } = deckRequest
  const { parts, state } = await stateOf(options, deckRequest)
  return {
    key: `deck ${loaded.deck.id}`,
    state,
    make: async (placeholders) => {
      const text = await textOf(options, deckRequest)
      const slides = text.outline.length
      // A save has just deleted this version; the next request reads the newer one.
      if (slides === 0) return null
      const counts = { views: placeholders.views, kudos: placeholders.kudos }
      const frame = frameOf(options, deckRequest)
      const document = options.documents.show({ ...parts, ...text, frame, counts, reading: placeholders.reading })
      return { page: pageOf(document), about: slides }
    },
    values: (slides) => ({ ...countsOf(loaded), reading: readingOf(options, deckRequest, slides) ?? '' }),
  }
}
