// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatHtml, formatOfHtml } from './format-html.ts'
import { insertFragment } from './insert-fragment.ts'
import { endOf } from './paragraphs.ts'
import { pastedFragment } from './pasted-text.ts'
import { plainFragment } from './plain-text.ts'
import { runTextCommand } from './run-text-command.ts'
import { placeAt, zeroWidth } from './text-dom.ts'
import { editByInput } from './typed-input.ts'

const bold: TextCommand = { kind: 'mark', mark: 'bold' }
const italic: TextCommand = { kind: 'mark', mark: 'italic' }
const bullets: TextCommand = { kind: 'list', list: 'bullet' }
const numbers: TextCommand = { kind: 'list', list: 'number' }

function rootOf(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  return root
}

/** A range between two character offsets of the whole text. */
function rangeOf(root: HTMLElement, from: number, to = from): Range {
  const [start, end] = [placeAt(root, from, from !== to), placeAt(root, to, false)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return range
}

function changed(html: string, from: number, to: number, ...commands: readonly TextCommand[]): string {
  const root = rootOf(html)
  let range = rangeOf(root, from, to)
  for (const command of commands) range = runTextCommand(root, range, command)
  return cleanHtml(root)
}

function typed(html: string, at: number, inputType: string, data: string | null = null, to = at): string {
  const root = rootOf(html)
  editByInput(root, rangeOf(root, at, to), inputType, data)
  return cleanHtml(root)
}

describe('marks', () => {
  it('are applied to exactly the selection, and removed again', () => {
    expect(changed('<p>one two</p>', 0, 3, bold)).toBe('<p><strong>one</strong> two</p>')
    expect(changed('<p>one two</p>', 0, 3, bold, bold)).toBe('<p>one two</p>')
    expect(changed('<p><strong>one two</strong></p>', 4, 7, bold)).toBe('<p><strong>one </strong>two</p>')
    expect(changed('<p>a<strong>b</strong>c</p>', 0, 3, bold)).toBe('<p><strong>abc</strong></p>')
  })
  it('overlap and cross paragraphs', () => {
    const html = '<p>one</p><h2>two</h2>'
    expect(changed(html, 1, 5, bold)).toBe('<p>o<strong>ne</strong></p><h2><strong>tw</strong>o</h2>')
    expect(changed('<p><em>abc</em></p>', 1, 2, bold)).toBe('<p><em>a<strong>b</strong>c</em></p>')
    expect(changed('<p><strong>abc</strong></p>', 1, 2, italic, bold)).toBe(
      '<p><strong>a</strong><em>b</em><strong>c</strong></p>',
    )
  })
  it('are merged when everything between them was deleted', () => {
    const root = rootOf('<p><code>a</code> b <code>c</code></p>')
    root.querySelector('code')!.nextSibling!.nodeValue = ''
    expect(cleanHtml(root)).toBe('<p><code>ac</code></p>')
  })
  it('started at a caret apply to text typed next, and leave no markup when nothing is typed', () => {
    const root = rootOf('<p>ab</p>')
    const range = runTextCommand(root, rangeOf(root, 1), bold)
    expect(root.innerHTML).toContain(zeroWidth)
    expect(cleanHtml(root)).toBe('<p>ab</p>')
    ;(range.startContainer as Text).insertData(range.startOffset, 'X')
    expect(cleanHtml(root)).toBe('<p>a<strong>X</strong>b</p>')
  })
})

describe('lists', () => {
  it('are made from paragraphs, change their kind, and become paragraphs again', () => {
    expect(changed('<p>a</p><p>b</p>', 0, 2, bullets)).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(changed('<p>a</p><p>b</p>', 0, 2, bullets, numbers)).toBe('<ol><li>a</li><li>b</li></ol>')
    expect(changed('<ul><li>a</li><li>b</li><li>c</li></ul>', 0, 2, bullets)).toBe(
      '<p>a</p><p>b</p><ul><li>c</li></ul>',
    )
  })
  it('join an adjacent list', () => {
    expect(changed('<ul><li>a</li></ul><p>b</p><ul><li>c</li></ul>', 1, 2, bullets)).toContain('<li>b</li>')
    expect(changed('<ul><li>a</li></ul><p>b</p>', 2, 2, bullets)).toBe('<ul><li>a</li><li>b</li></ul>')
  })
  it('are nested in the item before, and moved back', () => {
    const nested = '<ul><li>a<ul><li>b</li></ul></li></ul>'
    expect(changed('<ul><li>a</li><li>b</li></ul>', 2, 2, { kind: 'indent', by: 1 })).toBe(nested)
    expect(changed(nested, 2, 2, { kind: 'indent', by: -1 })).toBe('<ul><li>a</li><li>b</li></ul>')
    expect(changed('<ul><li>a</li></ul>', 1, 1, { kind: 'indent', by: 1 })).toBe('<ul><li>a</li></ul>')
  })
})

describe('paragraphs', () => {
  it('become headings and paragraphs again, and keep their alignment', () => {
    const heading: TextCommand = { kind: 'paragraph', paragraph: 'h2' }
    expect(changed('<p>a</p>', 0, 1, { kind: 'align', align: 'center' }, heading)).toBe(
      '<h2 style="text-align: center;">a</h2>',
    )
    expect(changed('<h2>a</h2>', 0, 1, heading)).toBe('<p>a</p>')
    expect(changed('<p style="text-align: right;">a</p>', 0, 1, { kind: 'align', align: '' })).toBe('<p>a</p>')
  })
  it('are split by Enter, and after a heading plain text follows', () => {
    expect(typed('<p>ab</p>', 1, 'insertParagraph')).toBe('<p>a</p><p>b</p>')
    expect(typed('<h1>ab</h1>', 2, 'insertParagraph')).toBe('<h1>ab</h1><p><br></p>')
    expect(typed('<p><strong>ab</strong></p>', 1, 'insertParagraph')).toBe(
      '<p><strong>a</strong></p><p><strong>b</strong></p>',
    )
  })
  it('are joined by Backspace at their start and Delete at their end', () => {
    expect(typed('<p>ab</p><h2>cd</h2>', 2, 'deleteContentForward')).toBe('<p>abcd</p>')
    const root = rootOf('<p>ab</p><h2>cd</h2>')
    const start = document.createRange()
    start.setStart(root.querySelector('h2')!.firstChild!, 0)
    editByInput(root, start, 'deleteContentBackward', null)
    expect(cleanHtml(root)).toBe('<p>abcd</p>')
  })
  it('lose exactly what is selected across them', () => {
    expect(typed('<p>one</p><ul><li>two</li><li>three</li></ul>', 1, 'deleteContentBackward', null, 8)).toBe(
      '<p>oree</p>',
    )
    expect(typed('<p>one</p><p>two</p>', 1, 'insertText', 'X', 5)).toBe('<p>oXo</p>')
  })
  it('take the key that started editing, also in an empty text', () => {
    const begun = (html: string): string => {
      const root = rootOf(html)
      const { node, offset } = endOf(root)
      const range = document.createRange()
      range.setStart(node, offset)
      editByInput(root, range, 'insertReplacedText', 'H')
      return cleanHtml(root)
    }
    expect(begun('')).toBe('<p>H</p>')
    expect(begun('<h1><br></h1>')).toBe('<h1>H</h1>')
    expect(begun('<ul><li><strong><br></strong></li></ul>')).toBe('<ul><li><strong>H</strong></li></ul>')
    expect(begun('<p>one</p>')).toBe('<p>oneH</p>')
    expect(begun('<p>one</p><p><br></p>')).toBe('<p>one</p><p>H</p>')
    expect(begun('<ul><li>one<ul><li>two</li></ul></li></ul>')).toBe('<ul><li>one<ul><li>twoH</li></ul></li></ul>')
  })
})

describe('a text emptied by the browser', () => {
  it('contains what is typed next and no line above it', () => {
    const root = document.createElement('div')
    root.innerHTML = '<br>'
    const range = document.createRange()
    range.setStart(root, 0)
    editByInput(root, range, 'insertText', 'n')
    expect(cleanHtml(root)).toBe('<p>n</p>')
  })
})

describe('text typed where colored words were deleted', () => {
  it('is saved with their color', () => {
    const root = document.createElement('div')
    root.innerHTML = '<p><font color="#ff0000">new</font> <font face="Mono">words</font></p>'
    expect(cleanHtml(root)).toBe('<p><span style="color: rgb(255, 0, 0);">new</span> words</p>')
  })
})

describe('links', () => {
  it('get a scheme, and can be changed and removed', () => {
    const link = (href: string | null): TextCommand => ({ kind: 'link', href })
    expect(changed('<p>see here</p>', 4, 8, link('example.com'))).toBe(
      '<p>see <a href="http://example.com">here</a></p>',
    )
    expect(changed('<p>see <a href="https://a.example">here</a></p>', 5, 5, link(null))).toBe('<p>see here</p>')
    expect(changed('<p>x</p>', 0, 1, link('#/2'))).toBe('<p><a href="#/2">x</a></p>')
  })
  it('never accept a script URL', () => {
    expect(changed('<p>x</p>', 0, 1, { kind: 'link', href: 'javascript:alert(1)' })).toBe('<p>x</p>')
  })
})

describe('a whole text', () => {
  it('is formatted without being displayed, and reports the format of all of it', () => {
    expect(formatHtml('<h2>a <em>b</em></h2>', bold)).toBe('<h2><strong>a </strong><em><strong>b</strong></em></h2>')
    expect(formatOfHtml('<ol><li><strong>a</strong></li></ol>')).toMatchObject({
      bold: true,
      italic: false,
      list: 'number',
    })
    expect(formatOfHtml('<p style="text-align: center;">a <strong>b</strong></p>')).toMatchObject({
      bold: false,
      align: 'center',
    })
  })
})

describe('pasted text', () => {
  const pasted = (html: string): string => {
    const root = document.createElement('div')
    root.append(document.importNode(pastedFragment(html), true))
    return cleanHtml(root)
  }
  it('keeps paragraphs, lists, links and marks and drops fonts and colors', () => {
    expect(
      pasted(
        '<p style="color: red; font-family: Comic Sans MS">a <b>b</b> <a href="https://x.example" class="y">c</a></p>',
      ),
    ).toBe('<p>a <strong>b</strong> <a href="https://x.example">c</a></p>')
  })
  it('is not bold if a program wrapped it in a <b> with normal weight', () => {
    const html = '<b style="font-weight:normal"><p>plain <span style="font-weight:700">bold</span></p></b>'
    expect(pasted(html)).toBe('<p>plain <strong>bold</strong></p>')
  })
  it('joins the line at the caret if it is one line, and makes paragraphs if it has several', () => {
    const put = (html: string, at: number, text: string): string => {
      const root = rootOf(html)
      insertFragment(root, rangeOf(root, at), plainFragment(text, document))
      return cleanHtml(root)
    }
    expect(put('<p>ad</p>', 1, 'bc')).toBe('<p>abcd</p>')
    expect(put('<p>ad</p>', 1, 'b\nc')).toBe('<p>a</p><p>b</p><p>c</p><p>d</p>')
    expect(put('<ul><li>a</li></ul>', 1, 'b\nc')).toBe('<ul><li>a</li><li>b</li><li>c</li></ul>')
  })
})

describe('any foreign markup', () => {
  it('is normalized to paragraphs, and a second time changes nothing', () => {
    for (const html of [
      '',
      'loose',
      '<div>a<div>b</div></div>',
      '<b>x</b><i>y</i>',
      '<ul>loose<li>a</li><ul><li>b</li></ul></ul>',
    ]) {
      const once = cleanHtml(rootOf(html))
      expect(cleanHtml(rootOf(once))).toBe(once)
      expect(once).toMatch(/^<(p|ul|ol|h[1-6]|blockquote)/)
    }
  })
})
