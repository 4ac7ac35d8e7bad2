// @vitest-environment jsdom
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { cleanHtml, normalize } from './clean-html.ts'
import { mergeHtml, takeChanges } from './take-changes.ts'
import { isBlank, placeAt, zeroWidth } from './text-dom.ts'
import { buildText, placeOf, positionOf, unitsOf } from './text-units.ts'

const seeded = { seed: 20_300_412, numRuns: 150 }

beforeEach(() => document.body.replaceChildren())

function shown(html: string): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  return root
}

/** The HTML that is saved for a text; an empty one is left as it is. */
function stored(html: string): string {
  const root = shown(html)
  return isBlank(root) ? html : cleanHtml(root)
}

/** Selects from one offset to another, counted in characters of the whole text; backward if `to` is smaller. */
function select(root: HTMLElement, from: number, to = from): Selection {
  const [anchor, focus] = [placeAt(root, from, from < to), placeAt(root, to, to < from)]
  const selection = document.getSelection()!
  selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset)
  return selection
}

const inline = fc.constantFrom(
  'one two',
  '<strong>bold</strong> plain',
  '<em><span style="color: red;">a</span>b</em>',
  'a<br>b',
  '<br>',
  '<a href="#/1">link 😀</a>.',
  'x<sup>2</sup> <img src="/m/a.png" alt="">',
  '<q>embedded <b>words</b></q>',
)
const block = fc.oneof(
  inline.map((words) => `<p>${words}</p>`),
  inline.map((words) => `<h2 style="text-align: center;">${words}</h2>`),
  fc.tuple(inline, inline).map(([a, b]) => `<ul><li>${a}</li><li class="fragment">${b}</li></ul>`),
  fc
    .tuple(inline, inline)
    .map(([a, b]) => `<ol start="3"><li>${a}<ul><li>${b}</li><li>c</li></ul></li><li>d</li></ol>`),
  inline.map((words) => `<blockquote><p>${words}</p><p>last</p></blockquote>`),
  inline.map((words) => `<ul><li><p>${words}</p><p>second</p></li><li>third</li></ul>`),
  fc.constant('<hr>'),
)
const texts = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(''))

describe('a foreign change of the text that is edited', () => {
  it('leaves unchanged paragraphs and text nodes the same nodes', () => {
    const root = shown('<p>one</p><p>two <strong>bold</strong> three</p><ul><li>four</li></ul>')
    const [first, second, list] = [...root.children]
    const parts = [...second!.childNodes]
    const html = '<p>one</p><p>new</p><p>2 <strong>bold</strong> three</p><ul><li>four</li></ul>'
    takeChanges(root, root.innerHTML, html)
    expect(root.innerHTML).toBe(html)
    expect([...root.children].map((element) => [first, second, list].indexOf(element))).toEqual([0, -1, 1, 2])
    expect([...second!.childNodes].map((node) => parts.indexOf(node))).toEqual([0, 1, 2])
  })

  it('keeps the caret in the user’s words', () => {
    const root = shown('<p>one</p><p>two words</p>')
    const selection = select(root, 'onetwo w'.length)
    takeChanges(root, root.innerHTML, '<p>once more</p><p>new</p><p>the two words here</p>')
    expect(selection.focusNode!.textContent!.slice(0, selection.focusOffset)).toBe('the two w')
  })

  it('keeps a backward selection, its words and its direction', () => {
    const root = shown('<p>one two three</p>')
    const selection = select(root, 7, 4)
    takeChanges(root, root.innerHTML, '<p>zero one more two four</p>')
    expect(selection.toString()).toBe('two')
    expect(selection.anchorOffset).toBeGreaterThan(selection.focusOffset)
  })

  it('keeps the caret in its line when its paragraph becomes a list item', () => {
    const root = shown('<p>one</p><p>two</p>')
    const selection = select(root, 5)
    takeChanges(root, root.innerHTML, '<ul><li>one</li><li>two</li></ul>')
    expect([selection.focusNode!.textContent, selection.focusOffset]).toEqual(['two', 2])
    expect(root.contains(selection.focusNode)).toBe(true)
  })

  it('keeps the caret in an empty line', () => {
    const root = shown('<p>one</p><p><br></p><p>two</p>')
    const selection = document.getSelection()!
    selection.collapse(root.children[1]!, 0)
    takeChanges(root, root.innerHTML, '<h1>new</h1><ul><li>one</li></ul><p><br></p><p>two</p>')
    expect(root.innerHTML).toBe('<h1>new</h1><ul><li>one</li></ul><p><br></p><p>two</p>')
    expect(selection.focusNode).toBe(root.children[2])
  })

  it('is merged with typed words that are not stored yet', () => {
    const root = shown('<p>one</p><p>two</p>')
    const stored = root.innerHTML
    root.firstElementChild!.firstChild!.textContent = 'one typed'
    const selection = select(root, 'one typed'.length)
    expect(takeChanges(root, stored, '<p>one</p><p>2</p>')).toBe(true)
    expect(root.innerHTML).toBe('<p>one typed</p><p>2</p>')
    expect([selection.focusNode!.textContent, selection.focusOffset]).toEqual(['one typed', 9])
  })

  it('keeps a mark that was begun and has no text yet', () => {
    const root = shown('<p>one</p><p>two</p>')
    const stored = root.innerHTML
    root.firstElementChild!.insertAdjacentHTML('beforeend', `<strong>${zeroWidth}</strong>`)
    expect(takeChanges(root, stored, '<p>one</p><p>2</p>')).toBe(false)
    expect(root.innerHTML).toBe(`<p>one<strong>${zeroWidth}</strong></p><p>2</p>`)
  })

  it('takes their markup as stored where the user changed nothing', () => {
    const html = '<p><span class="fragment">a</span><span class="fragment">b</span></p>'
    const root = shown('<p>a</p>')
    expect(takeChanges(root, '<p>a</p>', html)).toBe(false)
    expect(root.innerHTML).toBe(html)
  })
})

describe('two changes of one text', () => {
  it('in a list are merged by item', () => {
    expect(
      mergeHtml(
        '<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>',
        '<ul><li>one<ul><li>inner mine</li></ul></li><li>two</li></ul>',
        '<ul><li>one<ul><li>inner</li><li>new</li></ul></li><li><em>two</em></li></ul>',
      ),
    ).toBe('<ul><li>one<ul><li>inner mine</li><li>new</li></ul></li><li><em>two</em></li></ul>')
  })
  it('of markup and words are both kept', () => {
    expect(mergeHtml('<p>one two</p>', '<p>one and two</p>', '<h2><strong>one two</strong></h2>')).toBe(
      '<h2><strong>one </strong>and <strong>two</strong></h2>',
    )
  })
  it('of an empty paragraph are both kept', () => {
    expect(mergeHtml('<p><br></p>', '<p>mine</p>', '<p><b>theirs</b></p>')).toBe('<p>mine<strong>theirs</strong></p>')
  })
  it('of which one makes a line a heading, and one extends it and adds a line below', () => {
    expect(mergeHtml('<p>a</p>', '<h2>a</h2>', '<p>a b</p><p>c</p>')).toBe('<h2>a b</h2><p>c</p>')
    expect(mergeHtml('<p>a</p>', '<p>a b</p><p>c</p>', '<h2>a</h2>')).toBe('<h2>a b</h2><p>c</p>')
    expect(mergeHtml('<p>a</p>', '<h2>a</h2>', '<p>x y</p><p>z</p>')).toBe('<h2>x y</h2><p>z</p>')
  })
  it('of which one makes a line a heading, and one splits it: both parts are headings', () => {
    const [base, heading] = ['<p>hello world</p>', '<h2>hello world</h2>']
    const both = '<h2>hello</h2><h2> world</h2>'
    expect(mergeHtml(base, heading, '<p>hello</p><p> world</p>')).toBe(both)
    expect(mergeHtml(base, '<p>hello</p><p> world</p>', heading)).toBe(both)
    expect(mergeHtml(base, heading, '<p>hello</p><p>world</p>')).toBe(both.replace(' ', ''))
  })
  it('of which one undoes a heading that the other extends, with a line below', () => {
    expect(mergeHtml('<h2>a</h2>', '<p>a</p>', '<h2>a b</h2><p>c</p>')).toBe('<p>a b</p><p>c</p>')
  })
  it('of which one changes the kind of a list, and one adds items: it stays one list', () => {
    const [base, mine] = ['<ul><li>a</li><li>b</li></ul>', '<ol><li>a</li><li>b</li></ol>']
    for (const items of [
      '<li>x</li><li>a</li><li>b</li>',
      '<li>a</li><li>x</li><li>b</li>',
      '<li>a</li><li>b</li><li>x</li>',
    ]) {
      expect(mergeHtml(base, mine, `<ul>${items}</ul>`)).toBe(`<ol>${items}</ol>`)
      expect(mergeHtml(base, `<ul>${items}</ul>`, mine)).toBe(`<ol>${items}</ol>`)
    }
  })
  it('that delete everything leave an empty text', () => {
    expect(mergeHtml('<p>a</p><p>b</p>', '<p>b</p>', '<p>a</p>')).toBe('')
    expect(mergeHtml('<p>a b</p>', '', '<p>a</p>')).toBe('')
  })
  it('that empty a placeholder keep the type of its paragraph', () => {
    expect(mergeHtml('<h1>a b</h1>', '<h1><br></h1>', '<h1>a</h1>')).toBe('<h1><br></h1>')
  })
})

describe('any text', () => {
  it('is the same after it was taken apart into units and built again', () => {
    fc.assert(
      fc.property(texts, (html) => {
        const root = shown(html)
        const built = document.createElement('div')
        built.append(buildText(unitsOf(root), document))
        expect(cleanHtml(built)).toBe(cleanHtml(root))
      }),
      seeded,
    )
  })
  it('finds each position again in the same line', () => {
    fc.assert(
      fc.property(texts, (html) => {
        const root = shown(html)
        const units = unitsOf(root)
        for (let at = 0; at < units.length; at++) {
          for (const side of ['before', 'after'] as const) {
            const { node, offset } = placeOf(units, at, side)
            expect(positionOf(root, units, node, offset)).toBe(at)
          }
        }
      }),
      seeded,
    )
  })
  it('changed by one side only is that side’s text, with its formatting', () => {
    fc.assert(
      fc.property(texts, texts, (base, mine) => {
        expect(mergeHtml(base, mine, base)).toBe(stored(mine))
      }),
      seeded,
    )
  })
  it('becomes any other text in place, and markup of both sides is valid', () => {
    fc.assert(
      fc.property(texts, texts, texts, (base, mine, theirs) => {
        const root = shown(base)
        expect(takeChanges(root, base, theirs)).toBe(false)
        expect(root.innerHTML).toBe(shown(theirs).innerHTML)
        const both = mergeHtml(base, mine, theirs)
        expect(stored(both)).toBe(both)
      }),
      { ...seeded, numRuns: 60 },
    )
  })
})
