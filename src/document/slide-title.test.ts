import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blocks } from '../blocks/index.ts'
import { readDeckFile } from './deck-file.ts'
import { parseSlides } from './parse-slides.ts'
import { renderSlide } from './render-slide.ts'
import { titleOf } from './slide-title.ts'

const block = (style: string, content: string) =>
  `<div class="block" data-block-type="text" style="${style}"><div class="block-content">${content}</div></div>`
const slide = (...content: string[]) => `<section>${content.join('')}</section>`

describe('the title of a slide', () => {
  test.each([
    [
      'is its heading, in any position',
      slide(block('top: 10px;', '<p>A kicker</p>'), '<h2>Wax</h2><p>Warm</p>'),
      'Wax',
    ],
    ['is the highest of several headings', slide('<h3>Chapter 2</h3><h1>Winter</h1><h2>And after</h2>'), 'Winter'],
    [
      'is the upper one of equal headings',
      slide(block('left: 0px; top: 300px;', '<h2>Left</h2>'), block('left: 0px; top: 40px;', '<h2>Heat</h2>')),
      'Heat',
    ],
    ['is never a heading without words', slide('<h1> </h1><h2>Wax</h2>'), 'Wax'],
    [
      'is the largest text if there is no heading',
      slide(
        block('top: 10px;', '<p>Small print</p>'),
        block('top: 400px; font-size: 80px;', '<p>42 °C</p><p>inside</p>'),
      ),
      '42 °C',
    ],
    [
      'is the line with the largest inline font size',
      slide('<p>Note</p><p><span style="font-size: 2em">Big</span> news</p>'),
      'Big news',
    ],
    [
      'resolves a font size in percent against the surrounding font size',
      slide('<div style="font-size: 150%"><p>One</p></div><p>Two</p>'),
      'One',
    ],
    [
      'is the first line if all sizes are equal',
      slide('<ul><li>First<ul><li>Deeper</li></ul></li><li>Second</li></ul>'),
      'First',
    ],
    ['has a space in place of a line break', slide('<h1>The heat<br>of <em>bees</em></h1>'), 'The heat of bees'],
    [
      'is never code if the slide has other text',
      slide('<pre><code>const a = 1</code></pre><p>A number</p>'),
      'A number',
    ],
    ['is code if the slide has no other text', slide('<pre><code>const a = 1</code></pre>'), 'const a = 1'],
    ['is the alternative text of a picture on a slide without text', slide('<img src="x" alt="A hive">'), 'A hive'],
    ['is the formula on a slide without text', slide('<div data-latex="e=mc^2">\\[e=mc^2\\]</div>'), 'e=mc^2'],
    ['is never from the notes', slide('<aside class="notes"><h1>Secret</h1></aside><p>Seen</p>'), 'Seen'],
    ['is empty for a slide without words', slide('<img src="x" alt="">'), ''],
    ['is found in markup without a section or a block', 'Bare words', 'Bare words'],
  ])('%s', (_promise, html, title) => {
    expect(titleOf(html)).toBe(title)
  })

  test('is cut between words after 90 characters', () => {
    const title = titleOf(slide(`<h1>${'honey '.repeat(40)}</h1>`))
    expect(title.length).toBeLessThanOrEqual(92)
    expect(title).toMatch(/honey …$/)
    expect(titleOf(slide(`<h1>${'x'.repeat(300)}</h1>`)).length).toBeLessThanOrEqual(92)
  })

  test('is found in deeply nested markup', () => {
    expect(titleOf(`${'<div>'.repeat(5_000)}<p>Deep</p>`)).toBe('Deep')
    expect(titleOf(`<p>${'<span>'.repeat(20_000)}Deeper</p>`)).toBe('Deeper')
  })
})

test.each([
  [
    'faroe-walks.html',
    [
      'Eleven days on the Faroe Islands',
      'Eighteen islands, one backpack',
      'A lake above the ocean',
      'It rained. Then it rained.',
      'Provisions',
      'The giant and the witch',
      'No one slept',
      'Puffins, at arm’s length',
      'What the sky did',
      'Go in May',
    ],
  ],
  [
    'the-cost-of-a-millisecond.html',
    [
      'The cost of a millisecond',
      '2.4 s',
      'Measure what people feel',
      'An average hides the tail',
      'Percentiles, correctly',
      'Same load, two stories',
      'Find where it goes',
      '2,400 milliseconds',
      'A page is as slow as its slowest call',
      'Three changes that paid',
      'Ask once, not forty times',
      'Never log while holding a lock',
      'Give up early',
      'p99: 2,400 → 190 ms',
      'Meet your slowest customer.',
    ],
  ],
])('the slides of %s have their visible titles', (name, titles) => {
  const deck = parseSlides(readDeckFile(readFileSync(join('examples', name), 'utf8')).slides ?? '', blocks)
  expect(Object.values(deck.slides).map((one) => titleOf(renderSlide(one, blocks)))).toEqual(titles)
})
