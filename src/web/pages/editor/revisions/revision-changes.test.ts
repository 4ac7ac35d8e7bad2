import { describe, expect, it } from 'vitest'
import type { Slides } from '../../../../document/deck-model.ts'
import { slideId, testBlock, testDeck, testSlide } from '../../../../testing/editor-decks.ts'
import { revisionChanges } from './revision-changes.ts'

const seen = (before: Slides | null, after: Slides) =>
  revisionChanges(before, after).map(({ kind, number, slide }) => [kind, number, Number.parseInt(slide.id, 16)])

describe('the changes of a revision', () => {
  const before = testDeck([1, [2, 3], 4])

  it('slides are listed as added, changed, moved and removed', () => {
    const changed = { ...testSlide(3), blocks: [testBlock(1, { type: 'snippet', props: { html: '<p>New</p>' } })] }
    expect(seen(before, testDeck([5, 1, [2, 3]], [changed]))).toEqual([
      ['added', '1', 5],
      ['changed', '3.2', 3],
      ['removed', '3', 4],
    ])
    expect(seen(before, testDeck([4, 1, [2, 3]]))).toEqual([['moved', '1', 4]])
  })

  it('changed notes count as a change of the slide', () => {
    const noted = { ...before, slides: { ...before.slides, [slideId(1)]: { ...testSlide(1), notes: 'Slowly' } } }
    expect(seen(before, noted)).toEqual([['changed', '1', 1]])
  })

  it('the first revision adds every slide, and an identical revision changes no slide', () => {
    expect(seen(null, testDeck([1, 2])).map(([kind]) => kind)).toEqual(['added', 'added'])
    expect(seen(before, testDeck([1, [2, 3], 4]))).toEqual([])
  })
})
