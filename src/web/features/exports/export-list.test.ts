import { expect, test } from 'vitest'
import { optionTexts, progressText, reportLines } from './export-list.tsx'
import { pollPause } from './use-exports.ts'

test('the progress of an export is told in slides', () => {
  const text = (status: 'pending' | 'processing', slide: number, slides: number) =>
    progressText({ status, slide, slides })
  expect([text('pending', 0, 0), text('processing', 0, 0), text('processing', 3, 9), text('processing', 9, 9)]).toEqual(
    [...['Waiting for its turn', 'Starting', 'Slide 3 of 9', 'Writing the file']],
  )
  expect(progressText({ status: 'pending', slide: 0, slides: 0 }, true)).toBe('Starting')
})

test('the server is asked soon after the start, and less and less often', () => {
  expect([0, 1, 2, 3, 4].map(pollPause)).toEqual([250, 500, 1000, 2000, 2000])
  expect(pollPause(Number.POSITIVE_INFINITY)).toBe(2000)
})

test('a note about several slides is one line', () => {
  const lost = 'A picture could not be loaded: https://a.example/b.png'
  const report = [
    { slide: '1', text: lost },
    { slide: null, text: 'Fonts of other services are not loaded' },
    { slide: '2.1', text: lost },
    { slide: '2.1', text: lost },
  ]
  expect(reportLines(report)).toEqual([
    { text: lost, slides: ['1', '2.1'] },
    { text: 'Fonts of other services are not loaded', slides: [] },
  ])
})

test('what was chosen is told as it was chosen', () => {
  expect(optionTexts({ type: 'pdf', options: { pages: 'step', size: 'a4', notes: true, hidden: false } })).toEqual([
    'a page for each step',
    'A4',
    'speaker notes',
  ])
  expect(optionTexts({ type: 'pdf', options: { pages: 'slide', size: 'letter' } })).toEqual(['Letter'])
  expect(optionTexts({ type: 'ppt', options: { animations: true, notes: false, hidden: false } })).toEqual([
    'without speaker notes',
  ])
  expect(optionTexts({ type: 'zip', options: { form: 'page', notes: false, hidden: false } })).toEqual([
    'as one HTML file',
  ])
})
