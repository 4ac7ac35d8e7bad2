import { expect, test } from 'vitest'
import { newCell, tableBlock } from './block.ts'
import { alignNumbers, fitColumns } from './fit-columns.ts'

const rowsOf = (texts: readonly (readonly string[])[]) =>
  texts.map((row) => row.map((html) => ({ ...newCell(), html })))

const aligned = (texts: readonly (readonly string[])[], hasHeader: boolean) =>
  alignNumbers(rowsOf(texts), hasHeader).map((row) => row.map((cell) => cell?.style[0]?.[1] ?? ''))

test('columns of numbers are aligned at the right, with their headings', () => {
  const texts = [
    ['Region', 'Sales', 'Code'],
    ['North', '<strong>1,200 €</strong>', 'a1'],
    ['South', '', '7'],
  ]
  const right = texts.map(() => ['', 'right', ''])
  expect(aligned(texts, true)).toEqual(right)
  expect(aligned(texts, false)).toEqual(right)
})

test('the alignment of a cell that has one, and a table without numbers, stay', () => {
  const rows = rowsOf([['1'], ['2']])
  const centered = [[{ ...rows[0]![0]!, style: [['text-align', 'center'] as const] }], rows[1]!]
  expect(alignNumbers(centered, false)[0]).toEqual(centered[0])
  const words = rowsOf([['a'], ['b']])
  expect(alignNumbers(words, false)).toBe(words)
})

test('columns get room for their text: more for long text, enough for a number', () => {
  const { props } = tableBlock.defaults()
  const text = 'A sentence that is far longer than anything else in the table, and is broken into lines'
  const table = {
    ...props,
    rows: rowsOf([
      ['No.', text, 'Sales'],
      ['1', 'x', '1,200,000'],
    ]),
  }
  const fitted = fitColumns(table)
  const [number, sentence, sales] = fitted.widths
  expect(number! + sentence! + sales!).toBeCloseTo(100, 1)
  expect(sentence).toBeGreaterThan(50)
  expect(sales).toBeGreaterThan(number!)
  expect(number).toBeGreaterThan(10)
  expect(fitColumns(fitted)).toBe(fitted)
  // In a narrow table the long text gives way, and no word is broken.
  const [first, , last] = fitColumns(table, 30).widths
  expect((first! / 100) * 30).toBeGreaterThan(5)
  expect((last! / 100) * 30).toBeGreaterThan(9)
})
