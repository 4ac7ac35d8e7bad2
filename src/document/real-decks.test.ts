import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { comparableMarkup } from '../testing/comparable-markup.ts'
import { checkDeck } from './check-deck.ts'
import { readDeckFile } from './deck-file.ts'
import { parseFragment } from './html.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlide } from './render-slide.ts'
import { renderSlides } from './render-slides.ts'

/** All deck files in the repository and in the reveal.js package. */
function deckFiles(): string[] {
  const found: string[] = []
  for (const folder of ['examples', 'node_modules/reveal.js']) {
    if (!existsSync(folder)) continue
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.html')) found.push(join(folder, name))
    }
  }
  return found.sort()
}

describe.each(deckFiles())('%s', (file) => {
  const { slides: source } = readDeckFile(readFileSync(file, 'utf8'))
  const html = source ?? ''
  const deck = parseSlides(html, blocks)

  test('is a valid deck', () => {
    expect(source).not.toBeNull()
    expect(checkDeck(deck)).toEqual([])
  })

  test('is the same deck after a save and a reload', () => {
    const saved = renderSlides(deck, blocks, { notes: true })
    const opened = parseSlides(saved, blocks)
    expect(opened).toEqual(deck)
    expect(renderSlides(opened, blocks, { notes: true })).toBe(saved)
  })

  test('loses nothing of the file', () => {
    const saved = renderSlides(deck, blocks, { notes: true })
    expect(comparableMarkup(parseFragment(saved))).toBe(comparableMarkup(parseFragment(html)))
  })

  test('loses nothing when every slide is rendered again', () => {
    const touched = Object.fromEntries(
      Object.entries(deck.slides).map(([id, slide]) => [id, { ...slide, blocks: [...slide.blocks] }]),
    )
    const saved = renderSlides({ ...deck, slides: touched }, blocks, { notes: true })
    expect(comparableMarkup(parseFragment(saved))).toBe(comparableMarkup(parseFragment(html)))
  })

  test('keeps every word of the speaker notes', () => {
    const written = renderSlides(deck, blocks, { notes: true }).replace(/\s+/g, ' ')
    for (const [, text] of html.matchAll(/<aside class="notes">([^<]*)<\/aside>/g)) {
      expect(written).toContain(text!.replace(/\s+/g, ' ').trim())
    }
  })

  test('keeps the bytes of every unchanged slide', () => {
    const marked = parseSlides(renderSlides(deck, blocks), blocks)
    for (const slide of Object.values(marked.slides)) {
      expect(renderSlide(slide, blocks)).toBe(renderSlide(deck.slides[slide.id]!, blocks))
    }
  })
})
