// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { ParagraphKind, TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatHtml, formatOfHtml } from './format-html.ts'
import { placeAt } from './text-dom.ts'
import { editByInput } from './typed-input.ts'

const as = (paragraph: ParagraphKind): TextCommand => ({ kind: 'paragraph', paragraph })

/** A text after an input at a character offset. */
function typed(html: string, at: number, inputType: string): string {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  const { node, offset } = placeAt(root, at, at === 0)
  const range = document.createRange()
  range.setStart(node, offset)
  editByInput(root, range, inputType, null)
  return cleanHtml(root)
}

describe('quotations', () => {
  const two = '<blockquote><p>a</p><p>b</p></blockquote>'

  it('are made from any lines, and become text or headings again', () => {
    expect(formatHtml('<h2>a</h2><ul><li>b</li></ul>', as('quote'))).toBe(two)
    expect(formatHtml(two, as('quote'))).toBe('<p>a</p><p>b</p>')
    expect(formatHtml(two, as('h1'))).toBe('<h1>a</h1><h1>b</h1>')
    expect(formatOfHtml(two).paragraph).toBe('quote')
  })

  it('continue with Enter until an empty line leaves them', () => {
    expect(typed(two, 2, 'insertParagraph')).toBe('<blockquote><p>a</p><p>b</p><p><br></p></blockquote>')
    expect(typed('<blockquote><p><br></p></blockquote>', 0, 'insertParagraph')).toBe('<p><br></p>')
  })

  it('are left with Backspace at their start, and continue below', () => {
    expect(typed(two, 0, 'deleteContentBackward')).toBe('<p>a</p><blockquote><p>b</p></blockquote>')
  })
})

describe('captions', () => {
  const caption = '<p class="caption">ab</p>'

  it('are made from any line, and become text, headings or quotations again', () => {
    expect(formatHtml('<h2>ab</h2>', as('caption'))).toBe(caption)
    expect(formatHtml('<blockquote><p>ab</p></blockquote>', as('caption'))).toBe(caption)
    expect(formatHtml(caption, as('caption'))).toBe('<p>ab</p>')
    expect(formatHtml(caption, as('h3'))).toBe('<h3>ab</h3>')
    expect(formatHtml(caption, as('quote'))).toBe('<blockquote><p>ab</p></blockquote>')
    expect(formatOfHtml(caption).paragraph).toBe('caption')
  })

  it('are split in two by Enter, and at their end continue as text', () => {
    expect(typed(caption, 1, 'insertParagraph')).toBe('<p class="caption">a</p><p class="caption">b</p>')
    expect(typed(caption, 2, 'insertParagraph')).toBe(`${caption}<p><br></p>`)
  })
})
