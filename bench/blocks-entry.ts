import { blocks } from '../src/blocks/index.ts'
import type { Deck } from '../src/document/deck-model.ts'
import type { DeckTheme } from '../src/document/output/frame-types.ts'
import { parseSlides } from '../src/document/parse-slides.ts'
import { renderSlide } from '../src/document/render-slide.ts'
import type { Converted } from '../src/editor/flow/convert-slide.ts'
import { slidesAsBlocks } from '../src/editor/flow/turn-into-blocks.ts'
import { addOpenTheme } from '../src/editor/themes/open-themes.ts'
import type { DeckSettings } from '../src/rules/deck-columns.ts'

/** A slide as blocks; unchanged where they would look different, with the first difference. */
export interface TurnedSlide {
  readonly html: string
  readonly difference: string | null
  /** Why elements of it became markup in a frame. */
  readonly reasons: readonly string[]
}

/** Runs in a page: turns the slides of markup into blocks, and returns their sections in order. */
async function turnIntoBlocks(
  html: string,
  settings: DeckSettings,
  theme: DeckTheme | null,
): Promise<readonly TurnedSlide[]> {
  if (theme) addOpenTheme({ ...theme, id: 1, version: 1, name: '', palette: '', snippets: [] })
  const slides = parseSlides(html, blocks)
  const deck = { ...slides, settings: { ...settings, theme_id: theme ? 1 : null } } as Deck
  const ids = slides.stacks.flatMap((stack) => stack.slides)
  const all = new Map<string, Converted>()
  const result = await slidesAsBlocks(deck, ids, {
    converted: (id, converted) => void all.set(id, converted),
  })
  return ids.map((id) => ({
    html: renderSlide(result?.changed[id] ?? slides.slides[id]!, blocks, { notes: true }),
    difference: all.get(id)?.difference ? JSON.stringify(all.get(id)?.difference) : null,
    reasons: all.get(id)?.reasons.map((reason) => JSON.stringify(reason)) ?? [],
  }))
}

Object.assign(globalThis, { turnIntoBlocks })
