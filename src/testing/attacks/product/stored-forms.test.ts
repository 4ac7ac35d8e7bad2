import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRunJournal } from './run-journal.ts'
import { distinctForms, slidesOfForms } from './stored-forms.ts'

const slide = (id: string, more: string, inner: string) => `<section data-id="${id}"${more}>${inner}</section>`

test('each form is checked exactly once, and forms that differ only in their number count as one', () => {
  const stored = [
    slide('a', '', '<p>hit(1)</p><p>b</p>'),
    slide('b', ' class="x"', '<p>hit(102)</p><p title="hit(103)">b</p>'),
    slide('c', ' class="x"', '<p>b</p>words'),
  ]
  const forms = distinctForms(stored)
  expect(forms.openings).toEqual([' class="x"'])
  expect(forms.pieces).toEqual(['<p>hit(1)</p>', '<p>b</p>', '<p title="hit(103)">b</p>', 'words'])
  const slides = slidesOfForms(forms, ['note'])
  expect(slides.map(({ places }) => places)).toEqual([4, 1])
  expect(slides[0]?.html).toContain(forms.pieces.join(''))
  expect(slides[1]?.html).toMatch(/^<section data-id="0{31}2" class="x">/)
  expect(slides[0]?.source).toBe('note')
})

test('the checked form is the product’s own output, even where another serializer would lose a line', () => {
  const code = '<pre>\n\n<b>a</b></pre>'
  expect(distinctForms([slide('a', '', code)]).pieces).toEqual([code])
})

test('an interrupted run resumes where it stopped, if its settings are the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  const file = join(folder, 'run.jsonl')
  const first = openRunJournal(file, 'seed 1')
  expect(await first.once('a', async () => 1)).toBe(1)
  const again = async () => 2
  expect(await openRunJournal(file, 'seed 1').once('a', again)).toBe(1)
  expect(await openRunJournal(file, 'seed 2').once('a', again)).toBe(2)
  // The line that was being written at the interruption is ignored.
  writeFileSync(file, '{"key":"seed 1: a","value":3}\n{"key":"seed 1: b","va')
  const broken = openRunJournal(file, 'seed 1')
  expect([await broken.once('a', again), await broken.once('b', again)]).toEqual([3, 2])
  expect(await openRunJournal(file, 'seed 1').once('b', async () => 4)).toBe(2)
  rmSync(folder, { recursive: true, force: true })
})
