import { describe, expect, it } from 'vitest'
import { testBlock } from '../../testing/editor-decks.ts'
import { newBlock } from './new-block.ts'
import { sameBesidesText } from './same-besides-text.ts'

const typed = (html: string) => newBlock('text', { html })

describe('sameBesidesText', () => {
  const block = typed('<p>One</p>')
  const further = { ...block, props: { ...(block.props as object), html: '<p>One two</p>' } }

  it('sameBesidesText returns true if only the text was edited', () => {
    expect(sameBesidesText(block, block)).toBe(true)
    expect(sameBesidesText(block, further)).toBe(true)
  })

  it('sameBesidesText returns false if anything besides the text changed', () => {
    expect(sameBesidesText(block, { ...further, name: 'Title' })).toBe(false)
    expect(sameBesidesText(block, { ...further, style: [['color', 'red']] })).toBe(false)
    expect(sameBesidesText(block, { ...further, frame: { ...further.frame!, x: 1 } })).toBe(false)
    expect(sameBesidesText(block, { ...further, props: { ...further.props, fit: 'shrink' } })).toBe(false)
  })

  it('sameBesidesText returns false if an empty text is filled or a text is emptied, since an empty box shows a placeholder', () => {
    expect(sameBesidesText(typed(''), block)).toBe(false)
    expect(sameBesidesText(block, { ...block, props: { ...(block.props as object), html: '' } })).toBe(false)
  })

  it('sameBesidesText returns false for blocks of other types', () => {
    const shape = newBlock('line')
    expect(sameBesidesText(shape, { ...shape })).toBe(false)
    expect(sameBesidesText(block, { ...testBlock(1), id: block.id, type: 'line' })).toBe(false)
  })
})
