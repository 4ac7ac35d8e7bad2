import type { FastifyReply } from 'fastify'
import type { ForkedFrom } from '../decks/contract.ts'
import { originalsOf } from '../decks/list-queries.ts'
import { isKudoed } from '../decks/queries.ts'
import { type DeckPagesOptions, frameFor, notesOf, pageOf, readingOf, sendDeckPage } from './page-answer.ts'
import type { DeckPage, ShownFrame } from './page-data.ts'
import { abilitiesOf, countsOf, shownDeck, viewerOf } from './page-parts.ts'
import { countVisit, type Visit } from './visit.ts'

/** Answers with the deck's own page. */
export async function sendShow(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { loaded, signedIn } = seen
  countVisit(options, seen)
  const isForEverybody = signedIn === null && loaded.link === null && loaded.deck.visibility === 'all'
  return isForEverybody && (await sendToVisitor(options, seen)) ? seen.reply : sendOwn(options, seen)
}

/** The original of a fork. Asked for with each request: it may have become private since. */
async function originalOf({ services }: DeckPagesOptions, { loaded }: Visit): Promise<ForkedFrom | null> {
  return (await originalsOf(services.database.read, [loaded.deck])).get(loaded.deck.id) ?? null
}

/** What of the page follows from the deck's row, its owner's, its original's, and who looks; but for its frame. */
async function partsOf(options: DeckPagesOptions, seen: Visit, kudoed: boolean) {
  const { services } = options
  const user = seen.signedIn?.user ?? null
  return {
    baseUrl: services.settings.baseUrl,
    deck: shownDeck(seen.loaded, kudoed),
    forkedFrom: await originalOf(options, seen),
    viewer: user && (await viewerOf(services, user)),
    abilities: abilitiesOf(seen.loaded, user),
    token: seen.loaded.link?.token ?? null,
  }
}

function frameOf(options: DeckPagesOptions, seen: Visit): ShownFrame {
  return frameFor(options, seen, { mode: 'show', autoplay: true })
}

/** What of the page follows from the deck's version. */
async function wordsOf(options: DeckPagesOptions, { loaded }: Visit): Promise<Pick<DeckPage, 'outline' | 'notes'>> {
  const outline = await options.outlines(loaded.deck)
  // The deck's own page has no presenter, so share_notes alone decides.
  const notes = loaded.deck.share_notes ? await notesOf(options, loaded, outline) : {}
  return { outline, notes: Object.keys(notes).length > 0 ? notes : null }
}

/** The page made for one person. */
async function sendOwn(options: DeckPagesOptions, seen: Visit): Promise<FastifyReply> {
  const { loaded, signedIn } = seen
  const kudoed = await isKudoed(options.services.database.read, loaded.deck.id, signedIn?.user.id ?? null)
  const words = await wordsOf(options, seen)
  const page = options.documents.show({
    ...(await partsOf(options, seen, kudoed)),
    ...words,
    frame: frameOf(options, seen),
    counts: countsOf(loaded),
    reading: readingOf(options, seen, words.outline.length),
  })
  return sendDeckPage(options, seen, page)
}

/** The page that is the same for all visitors of a public deck; false when this request needs one of its own. */
async function sendToVisitor(options: DeckPagesOptions, seen: Visit): Promise<boolean> {
  const { loaded, request, reply } = seen
  const { id, version, share_notes } = loaded.deck
  const parts = await partsOf(options, seen, false)
  return options.pages.sendShared(request, reply, {
    key: `deck ${id}`,
    // The frame's address is worked out from the last two and the instance's keys.
    state: JSON.stringify([version, share_notes, parts, options.frames.of(loaded).shape, options.hosts().mode]),
    make: async (marks) => {
      const words = await wordsOf(options, seen)
      const slides = words.outline.length
      // A version that a save has just cleared away: the next request finds the next one.
      if (slides === 0) return null
      const counts = { views: marks.views, kudos: marks.kudos }
      const frame = frameOf(options, seen)
      const document = options.documents.show({ ...parts, ...words, frame, counts, reading: marks.reading })
      return { page: pageOf(document), about: slides }
    },
    values: (slides) => ({ ...countsOf(loaded), reading: readingOf(options, seen, slides) ?? '' }),
  })
}
