// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layOutSizes } from '../../testing/laid-out-sizes.ts'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { wholeRange } from './insert-fragment.ts'
import { splitParagraph } from './paragraphs.ts'
import { runTextCommand } from './run-text-command.ts'
import { setSeenSize, sizedText } from './set-size.ts'
import { leavesOf, placeAt } from './text-dom.ts'
import { shrinkOf, sizeOfText } from './text-size.ts'

beforeEach(() => layOutSizes())
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

/** A text in a box with a font size of 36 px. */
function boxWith(html: string): { wrapper: HTMLElement; root: HTMLElement } {
  const wrapper = document.createElement('div')
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  wrapper.append(root)
  document.body.replaceChildren(wrapper)
  return { wrapper, root }
}

function rangeOf(root: HTMLElement, from: number, to: number): Range {
  const [start, end] = [placeAt(root, from, from !== to), placeAt(root, to, false)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

const noRefit = () => {}
const size = (px: number | null): TextCommand => ({ kind: 'size', px })

describe('the size of text', () => {
  it('is that of the heading in a heading, and mixed for several sizes', () => {
    const { root } = boxWith('<h1>Head</h1><p>Body</p>')
    expect(formatAt(root, rangeOf(root, 0, 0)).size).toBe(79.2)
    expect(formatAt(root, rangeOf(root, 0, 4)).size).toBe(79.2)
    expect(formatAt(root, rangeOf(root, 4, 8)).size).toBe(36)
    expect(formatAt(root, rangeOf(root, 2, 6)).size).toBe('mixed')
    expect(sizeOfText(root)).toBe('mixed')
    expect(sizeOfText(boxWith('<h1>Head</h1><h1>Again</h1>').root)).toBe(79.2)
    expect(sizeOfText(boxWith('<h1></h1>').root)).toBe(79.2)
  })

  it('is that of the line for code and superscript, and small print has its own', () => {
    expect(sizeOfText(boxWith('<p>with <code>code</code> and x<sup>2</sup></p>').root)).toBe(36)
    expect(sizeOfText(boxWith('<p><small>by the way</small></p>').root)).toBe(18)
  })
})

describe('a size for selected words', () => {
  it('is displayed in headings, small print and beside other sizes', () => {
    for (const html of [
      '<h1>Head</h1>',
      '<p>a <span style="font-size: 2em;">b</span></p>',
      '<p><small>c</small></p>',
    ]) {
      const { root } = boxWith(html)
      setSeenSize(root, wholeRange(root), 60, noRefit)
      expect(sizeOfText(root), cleanHtml(root)).toBe(60)
    }
  })

  /** A box that shrinks its text until the sum of its lines' font sizes is at most `height`. */
  function shrinking(html: string, height: number) {
    const { root } = boxWith(html)
    const refit = () => {
      root.style.fontSize = ''
      const lines = leavesOf(root).map((leaf) => sizeOfText(leaf) as number)
      const high = lines.reduce((sum, line) => sum + line)
      if (high > height) root.style.fontSize = `${height / high}em`
    }
    refit()
    return { root, refit }
  }

  it('is displayed in a box that shrinks its text, as far as there is room', () => {
    const { root, refit } = shrinking('<h1>Head</h1><p>one</p><p>two</p>', 75.6)
    expect(shrinkOf(root)).toBe(0.5)
    setSeenSize(root, rangeOf(root, 0, 4), 30, refit)
    const { size: set } = formatAt(root, rangeOf(root, 0, 4))
    expect(Math.abs((set as number) * shrinkOf(root) - 30)).toBeLessThan(0.3)
  })

  it('is stored as requested if the box has no room for it', () => {
    const { root, refit } = shrinking('<h1>Head</h1>', 40)
    setSeenSize(root, wholeRange(root), 60, refit)
    expect(sizeOfText(root)).toBe(60)
    setSeenSize(root, wholeRange(root), 20, refit)
    expect([sizeOfText(root), shrinkOf(root)]).toEqual([20, 1])
  })

  it('applies to text typed next in a box that shrinks its text', () => {
    const { root } = shrinking('<p>one</p>', 18)
    const at = setSeenSize(root, rangeOf(root, 3, 3), 9, noRefit)
    expect(formatAt(root, at).size).toBe(18)
  })
})

describe('a size for a whole box', () => {
  function sized(html: string, px: number) {
    const { wrapper, root } = boxWith(html)
    const next = sizedText(wrapper, root, html, px)
    expect(document.body.children).toHaveLength(1)
    const after = boxWith(next.html)
    after.wrapper.style.fontSize = `${next.box}px`
    expect(sizeOfText(after.root), JSON.stringify(next)).toBe(html === '' ? next.box : px)
    return next
  }

  it('is set on the box, also if it has only headings', () => {
    expect(sized('<p>one</p><ul><li>two</li></ul>', 50)).toEqual({
      box: 50,
      html: '<p>one</p><ul><li>two</li></ul>',
    })
    expect(sized('<h1>Head</h1>', 60)).toEqual({ box: 27.27, html: '<h1>Head</h1>' })
    expect(sized('', 60)).toEqual({ box: 60, html: '' })
  })

  it('removes the sizes of single words and lines, and headings beside other text get the box’s size', () => {
    expect(sized('<p style="font-size: 20px;">a <span style="font-size: 2em;">b</span></p>', 50)).toEqual({
      box: 50,
      html: '<p>a b</p>',
    })
    expect(sized('<h1>Head</h1><p>Body</p>', 50)).toEqual({
      box: 50,
      html: '<h1 style="font-size: 1em;">Head</h1><p>Body</p>',
    })
    expect(sized('<p>a <small>b</small></p>', 50).html).toBe(
      '<p>a <small><span style="font-size: 2em;">b</span></small></p>',
    )
  })

  it('is displayed in headings that a theme sizes in px', () => {
    vi.restoreAllMocks()
    layOutSizes({ H1: 80 })
    expect(sized('<h1>Head</h1>', 60)).toEqual({ box: 60, html: '<h1 style="font-size: 1em;">Head</h1>' })
  })
})

describe('a heading that is as large as its box', () => {
  const html = '<h1 style="font-size: 1em;">Head line</h1>'
  const whole = (command: TextCommand) => {
    const { root } = boxWith(html)
    runTextCommand(root, wholeRange(root), command)
    return cleanHtml(root)
  }

  it('has the theme’s size again after its size, formatting or kind is reset', () => {
    expect(whole(size(null))).toBe('<h1>Head line</h1>')
    expect(whole({ kind: 'clear' })).toBe('<h1>Head line</h1>')
    expect(whole({ kind: 'paragraph', paragraph: 'h2' })).toBe('<h2>Head line</h2>')
    const { root } = boxWith(html)
    runTextCommand(root, rangeOf(root, 0, 4), { kind: 'clear' })
    expect(cleanHtml(root)).toBe(html)
  })

  it('is split into two such headings', () => {
    const { root } = boxWith(html)
    splitParagraph(root, { node: leavesOf(root)[0]!.firstChild!, offset: 4 })
    expect(leavesOf(root).map((leaf) => leaf.style.fontSize)).toEqual(['1em', '1em'])
  })
})
