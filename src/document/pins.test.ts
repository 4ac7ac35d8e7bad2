import { expect, test, vi } from 'vitest'
import { parseFragment } from './html.ts'
import { locateWords } from './locate-words.ts'
import { blockTexts, hasPinned, movePin, pinMover } from './pins.ts'
import { nodeText } from './text/node-text.ts'

const block = '00000000000000aa'
const pinned = (text: string, quote: string) => ({ block, quote, offset: text.indexOf(quote) })
const after = (before: string, quote: string, text: string) => movePin(pinned(before, quote), before, text, 500)

test('the text of a block has its words with one break between lines, and none of its drawings', () => {
  const of = (html: string) => nodeText(parseFragment(html)).text
  expect(of('<p>Low <b>tide</b></p><ul><li>one</li><li>two</li></ul>')).toBe('Low tide\none\ntwo')
  expect(of('<svg><text>no</text></svg><p>a<br>b</p>')).toBe('a\nb')
  const texts = blockTexts(`<section><div class="block" data-block-id="${block}"><p>Hi</p></div></section>`)
  expect([...texts]).toEqual([[block, 'Hi']])
})

test.each([
  ['words before it', 'Low tide', 'tide', 'At noon: Low tide', 13, 'tide'],
  ['a letter in the words', 'Low tide', 'tide', 'Low tiide', 4, 'tiide'],
  ['a word in the middle', 'one two three four', 'two three', 'one two big three four', 4, 'two big three'],
  ['a word of them', 'one two three', 'two three', 'one three', 4, 'three'],
  ['words after it', 'Low tide', 'Low', 'Low tide at noon', 0, 'Low'],
])('a pin moves with its words: %s', (_, before, quote, text, offset, words) => {
  expect(after(before, quote, text)).toEqual({ block, offset, quote: words })
})

test('a pin of deleted words keeps its place, and has them again when they are back', () => {
  const [full, without] = ['Low tide at noon', 'Low at noon']
  const gone = after(full, 'tide ', without)
  expect(gone).toMatchObject({ quote: 'tide ', offset: 4 })
  expect(hasPinned(new Map([[block, without]]), gone)).toBe(false)
  const later = movePin(gone, without, `Oh! ${without}`, 500)
  expect(movePin(later, `Oh! ${without}`, `Oh! ${full}`, 500)).toEqual({ block, quote: 'tide ', offset: 8 })
})

test.each([
  ['before them', 'Our old harbor talk', 'harbor', 'A talk'],
  ['after them', 'Our old harbor talk', 'Our', 'In harbor talk'],
  ['on both sides', 'Our old harbor talk', 'old', 'X talk'],
])(
  'a pin of words that are replaced with words %s has none of the new ones, and them again',
  (_, before, quote, text) => {
    const gone = after(before, quote, text)
    expect(hasPinned(new Map([[block, text]]), gone)).toBe(false)
    expect(movePin(gone, text, before, 500)).toEqual(pinned(before, quote))
  },
)

test('words are found at their place, else only if there is no doubt', () => {
  expect(locateWords({ quote: 'a', offset: 2 }, 'a a')).toBe(2)
  expect(locateWords({ quote: 'tide', offset: 0 }, 'Low tide')).toBe(4)
  expect(locateWords({ quote: 'a', offset: 1 }, 'a a')).toBeNull()
  expect(hasPinned(new Map(), { block, quote: '', offset: 0 })).toBe(false)
  expect(hasPinned(new Map([[block, '']]), { block, quote: '', offset: 0 })).toBe(true)
})

test('a hundred pins of one block cost one comparison of its text, and move as each alone', () => {
  const before = Array.from({ length: 1_000 }, (_, at) => `word${at}`).join(' ')
  const changed = before.replace('word500 ', 'word500 more words ').replace('word7 ', '')
  const pins = Array.from({ length: 100 }, (_, at) => pinned(before, `word${at}`))
  // A comparison takes both texts apart.
  const split = vi.spyOn(String.prototype, 'split')
  const taken = () => split.mock.contexts.filter((text) => String(text) === before).length
  const moved = pins.map(pinMover(before, changed, 500))
  const together = taken()
  const alone = pins.map((pin) => movePin(pin, before, changed, 500))
  const each = taken() - together
  split.mockRestore()
  expect(moved).toEqual(alone)
  expect([together, each]).toEqual([1, pins.length])
})
