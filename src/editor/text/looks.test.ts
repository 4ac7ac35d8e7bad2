// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { TextCommand } from '../state/text-format.ts'
import { cleanHtml, normalize } from './clean-html.ts'
import { formatAt } from './format-at.ts'
import { runTextCommand } from './run-text-command.ts'
import { placeAt } from './text-dom.ts'

function setUp(html: string, from: number, to: number): { root: HTMLElement; range: Range } {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  const [start, end] = [placeAt(root, from, from !== to), placeAt(root, to, false)]
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  return { root, range }
}

function changed(html: string, from: number, to: number, ...commands: readonly TextCommand[]): string {
  const { root, range } = setUp(html, from, to)
  let at = range
  for (const command of commands) at = runTextCommand(root, at, command)
  return cleanHtml(root)
}

const red: TextCommand = { kind: 'look', look: 'color', value: 'red' }
const blue: TextCommand = { kind: 'look', look: 'color', value: 'blue' }
const mark = (name: 'bold' | 'sub' | 'sup' | 'code'): TextCommand => ({ kind: 'mark', mark: name })

describe('styles', () => {
  it('apply to exactly the selection, replace each other, and leave no markup when removed', () => {
    expect(changed('<p>one two</p>', 0, 3, red)).toBe('<p><span style="color: red;">one</span> two</p>')
    expect(changed('<p>one two</p>', 0, 7, red, blue)).toBe('<p><span style="color: blue;">one two</span></p>')
    expect(changed('<p><span style="color: red;">one two</span></p>', 4, 7, blue)).toBe(
      '<p><span style="color: red;">one </span><span style="color: blue;">two</span></p>',
    )
    expect(changed('<p>one two</p>', 0, 7, red, { ...red, value: '' })).toBe('<p>one two</p>')
  })
  it('share a span inside marks', () => {
    const highlight: TextCommand = { kind: 'look', look: 'background-color', value: 'yellow' }
    expect(changed('<p>one</p>', 0, 3, red, highlight)).toBe(
      '<p><span style="color: red; background-color: yellow;">one</span></p>',
    )
    expect(changed('<p><strong>one</strong></p>', 0, 3, red)).toBe(
      '<p><strong><span style="color: red;">one</span></strong></p>',
    )
  })
  it('of a selection are those that all of it has', () => {
    const { root, range } = setUp('<p><span style="color: red;">one</span> two</p>', 0, 3)
    expect(formatAt(root, range).color).toBe('red')
    range.selectNodeContents(root)
    expect(formatAt(root, range).color).toBe('')
  })
  it('of a whole item apply to its marker, but not to nested items', () => {
    const html = '<ul><li>one<ul><li>two</li></ul></li></ul>'
    expect(changed(html, 0, 3, red)).toBe(
      '<ul><li style="--marker-color: red;"><span style="color: red;">one</span><ul><li>two</li></ul></li></ul>',
    )
    expect(changed(html, 0, 3, red, { ...red, value: '' })).toBe(html)
    expect(changed(html, 0, 2, red)).not.toContain('--marker')
  })
})

describe('marks', () => {
  it('superscript and subscript replace each other', () => {
    expect(changed('<p>x2</p>', 1, 2, mark('sub'), mark('sup'))).toBe('<p>x<sup>2</sup></p>')
    expect(changed('<p>a b</p>', 0, 1, mark('code'))).toBe('<p><code>a</code> b</p>')
  })
})

describe('clearing the formatting', () => {
  it('removes marks and styles and keeps headings, lists, links and formulas', () => {
    const html =
      '<h2>a <strong><span style="color: red;">b</span></strong></h2><ul><li><em>c</em> <a href="#/1"><u>d</u></a> <span data-latex="x">x</span></li></ul>'
    expect(changed(html, 0, 20, { kind: 'clear' })).toBe(
      '<h2>a b</h2><ul><li>c <a href="#/1">d</a> <span data-latex="x">x</span></li></ul>',
    )
  })
})

describe('numbered lists', () => {
  it('start with the given number', () => {
    expect(changed('<ol><li>a</li></ol>', 0, 1, { kind: 'start', start: 5 })).toBe('<ol start="5"><li>a</li></ol>')
    expect(changed('<ol start="5"><li>a</li></ol>', 0, 1, { kind: 'start', start: 1 })).toBe('<ol><li>a</li></ol>')
  })
})
