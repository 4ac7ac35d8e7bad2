import { blocks } from '../src/blocks/index.ts'
import type { Deck } from '../src/document/deck-model.ts'
import type { DeckTheme } from '../src/document/output/frame-types.ts'
import { parseSlides } from '../src/document/parse-slides.ts'
import { renderSlide } from '../src/document/render-slide.ts'
import { slidesAsBlocks } from '../src/editor/flow/turn-into-blocks.ts'
import { addOpenTheme } from '../src/editor/themes/open-themes.ts'
import type { DeckSettings } from '../src/rules/deck-columns.ts'

/** Runs in a page: turns the slides of markup into blocks, and returns their sections in order. */
async function turnIntoBlocks(
  html: string,
  settings: DeckSettings,
  theme: DeckTheme | null,
): Promise<readonly string[]> {
  if (theme) addOpenTheme({ ...theme, id: 1, version: 1, name: '', palette: '', snippets: [] })
  const slides = parseSlides(html, blocks)
  const deck = { ...slides, settings: { ...settings, theme_id: theme ? 1 : null } } as Deck
  const ids = slides.stacks.flatMap((stack) => stack.slides)
  const changed = await slidesAsBlocks(deck, ids)
  return ids.map((id) => renderSlide(changed[id] ?? slides.slides[id]!, blocks))
}

Object.assign(globalThis, { turnIntoBlocks })
