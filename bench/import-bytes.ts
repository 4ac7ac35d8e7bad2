/**
 * Claim: after an import, a save with an edited slide leaves the bytes and the notes of all other slides. Reads the decks of
 * a folder outside of the project as import-html does. Exit code 1 if the claim fails.
 * Usage: node bench/import-bytes.ts FOLDER [--only NAME]
 */
import { parseArgs } from 'node:util'
import { sanitizeDeck, sanitizeSlide } from '../src/api/decks/sanitize-content.ts'
import { blocks } from '../src/blocks/index.ts'
import { loadSlides } from '../src/document/load-slides.ts'
import { renderSlide } from '../src/document/render-slide.ts'
import { slideIds } from '../src/document/structure.ts'
import { newBlock } from '../src/editor/commands/new-block.ts'
import { foreignDecks } from './foreign-decks.ts'
import { readDeck } from './imported-deck.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
const rules = { customClasses: true, mediaHosts: [], appHosts: [] }

/** The slides whose bytes or notes differ after each slide was edited once, and the number of all. */
function changedSlides(html: string): { readonly changed: string[]; readonly count: number } {
  const stored = sanitizeDeck(html, rules)
  const ids = slideIds(stored.structure)
  const before = new Map(stored.slides.map((slide) => [slide.slide_id, slide]))
  const sources = Object.fromEntries(stored.slides.map((slide) => [slide.slide_id, slide.html]))
  const notes = Object.fromEntries(stored.slides.map((slide) => [slide.slide_id, slide.notes ?? '']))
  const deck = loadSlides(stored.structure, sources, notes, blocks)
  const [edited] = ids
  const slides = {
    ...deck.slides,
    [edited!]: { ...deck.slides[edited!]!, blocks: [...deck.slides[edited!]!.blocks, newBlock('text')] },
  }
  const changed = ids.filter((id) => {
    const saved = sanitizeSlide(id, renderSlide(slides[id]!, blocks), rules)
    const isSame = saved.html === before.get(id)!.html && saved.removed.length === 0
    return id === edited ? isSame : !isSame || slides[id]!.notes !== (before.get(id)!.notes ?? '')
  })
  return { changed, count: ids.length }
}

const [corpus] = positionals
if (!corpus) {
  console.log('import-bytes: skipped, since no folder of decks was given')
} else {
  const total = { slides: 0, changed: 0, decks: 0 }
  for (const deck of foreignDecks(corpus).filter(({ name }) => name.includes(options.only ?? ''))) {
    const result = await readDeck(deck)
      .then(({ html }) => changedSlides(html))
      .catch((error: Error) => error)
    if (result instanceof Error) {
      console.log(`${deck.name}: FAILED: ${result.message.split('\n')[0]}`)
      process.exitCode = 1
      continue
    }
    total.decks++
    total.slides += result.count
    total.changed += result.changed.length
    if (result.changed.length > 0) console.log(`${deck.name}: ${result.changed.length} of ${result.count} changed`)
  }
  console.log(`${total.decks} decks, ${total.slides} slides, ${total.changed} changed`)
  if (total.changed > 0) process.exitCode = 1
}
