import { blockTexts, type Pin, pinMover } from '../../document/pins.ts'
import { limits } from '../../rules/limits.ts'
import type { Db } from '../../server/db/open-database.ts'
import { prepared } from '../../server/db/prepared.ts'
import { slidesOfVersion } from '../decks/content-queries.ts'

/** A slide as it is written. */
type WrittenSlide = { readonly slide_id: string; readonly html: string }

type Texts = ReadonlyMap<string, string>

/** Moves pins from one HTML of their slide to another. Each block is compared once. */
function slideMover(before: Texts, after: Texts): (pin: Pin) => Pin {
  const movers = new Map<string, (pin: Pin) => Pin>()
  return (pin) => {
    const [old, next] = [before.get(pin.block), after.get(pin.block)]
    // A deleted block keeps its pins, for when it comes back.
    if (old === undefined || next === undefined) return pin
    const move = movers.get(pin.block) ?? pinMover(old, next, limits.comment.quote)
    movers.set(pin.block, move)
    return move(pin)
  }
}

const pinnedWords = prepared((db, deckId: number, none: string) =>
  db
    .selectFrom('comments')
    .select(['id', 'slide_hash', 'pin_block', 'pin_quote', 'pin_offset'])
    .where('deck_id', '=', deckId)
    .where('pin_block', 'is not', null)
    .where('pin_quote', '<>', none),
)

/** Moves the pins of a deck's comments with the words that a version changes. Call it in the version's transaction. */
export async function movePins(
  db: Db,
  deckId: number,
  slides: readonly WrittenSlide[],
  version: number,
): Promise<void> {
  if (slides.length === 0) return
  const pinned = await pinnedWords(db, deckId, '')
  const written = new Map(slides.map(({ slide_id, html }) => [slide_id, html]))
  const touched = pinned.filter(({ slide_hash }) => slide_hash !== null && written.has(slide_hash))
  const ids = new Set(touched.map(({ slide_hash }) => slide_hash ?? ''))
  for (const { slide_id, html } of await slidesOfVersion(db, deckId, version - 1, [...ids])) {
    const move = slideMover(blockTexts(html), blockTexts(written.get(slide_id) ?? ''))
    for (const { id, slide_hash, pin_block, pin_quote, pin_offset } of touched) {
      if (slide_hash !== slide_id) continue
      const pin = { block: pin_block ?? '', quote: pin_quote ?? '', offset: pin_offset ?? 0 }
      const next = move(pin)
      if (next === pin) continue
      const fields = { pin_quote: next.quote, pin_offset: next.offset }
      await db.updateTable('comments').set(fields).where('id', '=', id).execute()
    }
  }
}

/** A pin made on an earlier version of a slide, as it is in the newest. */
export async function pinNow(
  db: Db,
  deck: { readonly id: number; readonly version: number },
  slideId: string,
  { version, ...pin }: Pin & { readonly version?: number | undefined },
): Promise<Pin> {
  if (version === undefined || version >= deck.version || pin.quote === '') return pin
  const [[before], [after]] = await Promise.all([
    slidesOfVersion(db, deck.id, version, [slideId]),
    slidesOfVersion(db, deck.id, deck.version, [slideId]),
  ])
  if (!before || !after || before.html === after.html) return pin
  return slideMover(blockTexts(before.html), blockTexts(after.html))(pin)
}
