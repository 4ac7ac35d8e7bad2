// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml, normalize } from './clean-html.ts'
import { placeAt, zeroWidth } from './text-dom.ts'
import { editByInput } from './typed-input.ts'
import { emptiesMark, withSeen } from './typed-over.ts'

function rootOf(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  return root
}

/** A range between two character offsets of the whole text. */
function rangeOf(root: HTMLElement, from: number, to: number): Range {
  const [start, end] = [placeAt(root, from, from !== to), placeAt(root, to, false)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

/**
 * The text after an input over the characters `from` to `to`, with `|` at the caret; null if it is left to the browser.
 */
function over(html: string, from: number, to: number, inputType: string, data: string | null = null): string | null {
  const root = rootOf(html)
  const edit = editByInput(root, rangeOf(root, from, to), inputType, data)
  if (!edit?.caret) return null
  const { node, offset } = edit.caret
  if (node.nodeType === 3) (node as Text).insertData(offset, '|')
  else node.insertBefore(document.createTextNode('|'), node.childNodes[offset] ?? null)
  return cleanHtml(root)
}

const typed = (html: string, from: number, to: number, data: string) => over(html, from, to, 'insertText', data)
const deleted = (html: string, from: number, to: number) => over(html, from, to, 'deleteContentBackward')

describe('text typed over a selection', () => {
  it('has the format of its first character, without a style of its own', () => {
    expect(typed('<p><code>npm</code> start</p>', 0, 9, 'x')).toBe('<p><code>x|</code></p>')
    expect(typed('<p><span style="font-size: 2em">big</span> and small</p>', 0, 13, 'x')).toBe(
      '<p><span style="font-size: 2em">x|</span></p>',
    )
    expect(typed('<p>use <code>npm</code> now</p>', 2, 6, 'x')).toBe('<p>usx|<code>m</code> now</p>')
  })
  it('has it over several paragraphs too', () => {
    expect(typed('<h1>One <code>two</code></h1><p>three</p>', 4, 9, 'x')).toBe('<h1>One <code>x|</code>ree</h1>')
  })
  it('stays a link if only the link was replaced', () => {
    const link = '<a href="https://x.example">here</a>'
    expect(typed(`<p>see ${link} now</p>`, 4, 8, 'x')).toBe('<p>see <a href="https://x.example">x|</a> now</p>')
    expect(typed(`<p>${link} and there</p>`, 0, 14, 'x')).toBe('<p>x|</p>')
    expect(typed(`<p>${link} and there</p>`, 2, 14, 'x')).toBe('<p><a href="https://x.example">he</a>x|</p>')
  })
  it('is left to the browser where its markup is clean', () => {
    expect(typed('<p>one <strong>two</strong></p>', 0, 7, 'x')).toBeNull()
    expect(typed('<p><code>npm</code> start</p>', 5, 8, 'x')).toBeNull()
  })
})

describe('a deletion', () => {
  it('detects the last words of a mark', () => {
    const empties = (html: string, from: number, to: number) => {
      const root = rootOf(html)
      return emptiesMark(root, rangeOf(root, from, to))
    }
    const code = '<p>use <code>npm</code> now</p>'
    expect(empties(code, 4, 7)).toBe(true)
    expect(empties(code, 2, 9)).toBe(true)
    expect(empties(code, 5, 7)).toBe(false)
    expect(empties(code, 0, 4)).toBe(false)
    expect(empties('<p>use <strong>npm</strong></p>', 4, 7)).toBe(false)
    expect(empties('<p>a <span style="font-size: 2em"><em>b</em></span></p>', 2, 3)).toBe(true)
  })
  it('removes the marks that it empties', () => {
    expect(deleted('<p>use <code>npm</code> now</p>', 4, 7)).toBe('<p>use&nbsp;| now</p>')
    expect(deleted('<p>use <em><code>npm</code></em>, now</p>', 4, 7)).toBe('<p>use |, now</p>')
    expect(deleted('<p>use <code>npm</code> now</p>', 5, 7)).toBe('<p>use <code>n|</code> now</p>')
  })
  it('always includes a visible character', () => {
    const root = rootOf(`<p>use <code>npm</code>${zeroWidth}x</p>`)
    expect(withSeen(root, rangeOf(root, 7, 8), false).toString()).toBe(`m${zeroWidth}`)
    expect(withSeen(root, rangeOf(root, 7, 8), true).toString()).toBe(`${zeroWidth}x`)
    const seen = rangeOf(root, 6, 7)
    expect(withSeen(root, seen, false)).toBe(seen)
    const alone = rootOf(`<p>${zeroWidth}</p>`)
    expect(withSeen(alone, rangeOf(alone, 0, 1), false).toString()).toBe(zeroWidth)
  })
  it('merges equal marks that become adjacent', () => {
    expect(deleted('<p>a<em><sub>bc</sub></em>d<em><sub>e</sub></em></p>', 2, 4)).toBe(
      '<p>a<em><sub>b|e</sub></em></p>',
    )
  })
  it('keeps spaces at the ends of a line visible', () => {
    expect(deleted('<p>use <code>npm</code></p>', 4, 7)).toBe('<p>use&nbsp;|</p>')
    expect(deleted('<p><code>npm</code> now</p>', 0, 3)).toBe('<p>|&nbsp;now</p>')
  })
  it('leaves an empty paragraph whose next text has the same format, but is no link', () => {
    expect(deleted('<p>a</p><p><code>npm</code> start</p>', 1, 10)).toBe('<p>a</p><p><code>|<br></code></p>')
    expect(deleted('<p>a</p><p><a href="https://x.example"><code>x</code></a></p>', 1, 2)).toBe(
      '<p>a</p><p><code>|<br></code></p>',
    )
  })
})

describe('any replacement or deletion', () => {
  const words = fc.stringMatching(/^[ab ]{1,5}$/)
  const marks = fc.constantFrom(
    ['', ''],
    ['<code>', '</code>'],
    ['<a href="#/1">', '</a>'],
    ['<em><sub>', '</sub></em>'],
  )
  const line = fc.array(fc.tuple(marks, words), { minLength: 1, maxLength: 4 })
  const place = fc.nat({ max: 40 })

  it('keeps all other words, and leaves text in its normal form', () => {
    const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ').replaceAll(zeroWidth, '')
    fc.assert(
      fc.property(line, place, place, fc.boolean(), (parts, one, other, types) => {
        const root = rootOf(`<p>${parts.map(([[open, close], text]) => open + text + close).join('')}</p>`)
        const text = root.textContent!
        const [from, to] = [one, other].map((at) => at % (text.length + 1)).toSorted((a, b) => a - b) as [
          number,
          number,
        ]
        const edit = editByInput(root, rangeOf(root, from, to), types ? 'insertText' : 'deleteContentBackward', 'x')
        if (!edit?.caret || from === to) return
        expect(plain(root.textContent)).toBe(text.slice(0, from) + (types ? 'x' : '') + text.slice(to))
        expect(root.contains(edit.caret.node)).toBe(true)
        const before = document.createRange()
        before.setStart(root, 0)
        before.setEnd(edit.caret.node, edit.caret.offset)
        expect(plain(before.toString())).toBe(text.slice(0, from) + (types ? 'x' : ''))
        const saved = cleanHtml(root)
        const again = rootOf(saved)
        expect(cleanHtml(again)).toBe(saved)
      }),
      { numRuns: 400 },
    )
  })
})
