import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocks } from '../../blocks/index.ts'
import { parseSlide } from '../../document/parse-slide.ts'
import { arbitraryBlockEdits, arbitraryText, deckOfTexts } from '../../testing/arbitrary-ops.ts'
import { htmlAttacks } from '../../testing/attacks/corpus.ts'
import { blockOps, checkCleanEdit, firstText, storedSlide } from '../../testing/clean-edits.ts'

const texts = fc.array(arbitraryText, { minLength: 3, maxLength: 3 })
const storedOf = (html: readonly string[]) => storedSlide(Object.values(deckOfTexts(html).slides)[0]!)
const stored = storedOf(['<p>one</p>', '<p>two</p>', '<p>three</p>'])

describe('changes of single blocks of a sanitized slide', () => {
  it('give byte for byte what sanitizing the whole slide gives', () => {
    let told = 0
    fc.assert(
      fc.property(texts, fc.array(arbitraryBlockEdits, { minLength: 1, maxLength: 3 }), (html, rounds) => {
        let before = storedOf(html)
        for (const edits of rounds) {
          const next = checkCleanEdit(before, blockOps(before, edits))
          if (next !== null) told += 1
          before = next ?? before
        }
      }),
      { seed: 20_300_601, numRuns: 60 },
    )
    expect(told).toBeGreaterThan(40)
  })

  it('that are attacks are left to the sanitizing of the whole slide, unless it leaves them as they are', () => {
    // `npm run bench ops-laws` tries all.
    for (const { source, name } of htmlAttacks.filter((_, at) => at % 10 === 0)) {
      const next = checkCleanEdit(stored, [firstText(stored, source)])
      expect(next ?? '', name).not.toMatch(/<script|onerror=|"javascript:/i)
    }
  })

  const hostile: readonly [field: string, value: unknown][] = [
    ['place', { x: '0;background:url(//evil.test)', y: 1 }],
    ['place', { x: Number.NaN, y: null }],
    ['size', {}],
    ['name', '"><script>'],
    ['classes', ['a"><img src=x onerror=alert(1)>']],
    ['classes', 'block'],
    ['fragment', { style: 'fade-up"', index: 1 }],
    ['style.background-image', 'url(https://evil.test/x.png)'],
    ['style.position', 'fixed'],
    ['style.filter', 'blur(100px) '.repeat(40)],
    ['attributes.onclick', 'alert(1)'],
    ['attributes.data-state', 'x'],
    ['attributes.data-block-id', '0000000000000001'],
    ['props.html', '<p>two</p></div></div><div class="block">'],
    ['props.html', '<b><p>one'],
    ['props.html', '<p>\u0000\ud800</p>'],
    ['props.html', '<aside class="notes">private</aside>'],
    ['props.html', 7],
    ['props.padding', '0;color:red'],
    ['props.__proto__', 1],
  ]
  it.each(hostile)('of %s to %j do not pass the sanitizer by', (field, value) => {
    const { id: slide, blocks: all } = parseSlide(stored, blocks)
    for (const { id: block } of all) checkCleanEdit(stored, [{ kind: 'set', slide, block, field, value }])
  })
})
