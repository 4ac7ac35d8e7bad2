import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blockDataAttributes, blocks } from '../blocks/index.ts'
import { parseSlides } from './parse-slides.ts'
import { sanitize } from './sanitize/sanitize.ts'

const samples = [...readFileSync('docs/deck-format.md', 'utf8').matchAll(/```html\n([\s\S]*?)\n```/g)].map(
  ([, html]) => html!,
)

test('the documentation has an example of every visible block type', () => {
  for (const { type, hidden } of blocks) {
    if (!hidden) expect(samples.join('')).toContain(`data-block-type="${type}"`)
  }
})

test.each(samples)('the documented markup parses to blocks: %s', (html) => {
  const deck = parseSlides(html.startsWith('<section') ? html : `<section>${html}</section>`, blocks)
  const found = Object.values(deck.slides).flatMap((slide) => slide.blocks)
  expect(found.map((block) => block.type)).toEqual(
    [...html.matchAll(/data-block-type="(\w+)"/g)].map(([, type]) => type),
  )
  const options = { context: 'import', customClasses: false, mediaHosts: [], appHosts: [] } as const
  expect(sanitize(html, { ...options, blockAttributes: blockDataAttributes }).removed).toEqual([])
})
