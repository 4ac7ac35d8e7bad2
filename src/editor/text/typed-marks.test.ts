// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { cleanHtml, normalize } from './clean-html.ts'
import { placeAt } from './text-dom.ts'
import { formatTyped, mayFormat } from './typed-marks.ts'

/** A text after its character before `at` (by default the last one) was typed. */
function typed(html: string, at?: number): string {
  const root = document.createElement('div')
  root.innerHTML = html
  normalize(root)
  document.body.replaceChildren(root)
  const place = placeAt(root, at ?? root.textContent!.length, false)
  const before = root.textContent!.slice(0, at)
  const caret = formatTyped(root, place, before.at(-1)!.replace('\u00a0', ' '))
  return caret ? cleanHtml(root) : 'nothing'
}

describe('Markdown at the start of a line', () => {
  it('makes headings and lists', () => {
    expect(typed('<p># </p>')).toBe('<h1><br></h1>')
    expect(typed('<p>### </p>')).toBe('<h3><br></h3>')
    expect(typed('<p>-&nbsp;</p>')).toBe('<ul><li><br></li></ul>')
    expect(typed('<p>1. </p>')).toBe('<ol><li><br></li></ol>')
    expect(typed('<p>&gt; </p>')).toBe('<blockquote><p><br></p></blockquote>')
    expect(typed('<blockquote><p>One</p></blockquote><p>&gt; </p>')).toBe(
      '<blockquote><p>One</p><p><br></p></blockquote>',
    )
    expect(typed('<p>7) </p>')).toBe('<ol start="7"><li><br></li></ol>')
  })
  it('keeps the text after it', () => {
    expect(typed('<p>- One</p>', 2)).toBe('<ul><li>One</li></ul>')
  })
  it('is plain text anywhere else', () => {
    for (const html of [
      '<p>a - </p>',
      '<p>#### </p>',
      '<ul><li>- </li></ul>',
      '<h1># </h1>',
      '<p><strong>1</strong>. </p>',
    ])
      expect(typed(html), html).toBe('nothing')
  })
})

describe('Markdown around words', () => {
  it('makes them bold, italic, struck and code', () => {
    expect(typed('<p>so **very big**</p>')).toBe('<p>so <strong>very big</strong></p>')
    expect(typed('<p>so *big*</p>')).toBe('<p>so <em>big</em></p>')
    expect(typed('<p>so _big_</p>')).toBe('<p>so <em>big</em></p>')
    expect(typed('<p>so ~~big~~</p>')).toBe('<p>so <s>big</s></p>')
    expect(typed('<p>so `a * b`</p>')).toBe('<p>so <code>a * b</code></p>')
  })
  it('is plain text half typed, within names, and around spaces', () => {
    for (const html of ['<p>**big*</p>', '<p>2*3*</p>', '<p>snake_case_</p>', '<p>* a *</p>', '<p>``</p>'])
      expect(typed(html), html).toBe('nothing')
  })
  it('is plain text in code', () => {
    expect(typed('<p><code>**a**</code></p>')).toBe('nothing')
    expect(typed('<pre>**a**</pre>')).toBe('nothing')
  })
})

describe('URLs', () => {
  it('become links when a space follows, without a full stop at their end', () => {
    expect(typed('<p>see https://lectern.example/a </p>')).toBe(
      '<p>see <a href="https://lectern.example/a">https://lectern.example/a</a> </p>',
    )
    expect(typed('<p>see www.example.org </p>')).toBe(
      '<p>see <a href="http://www.example.org">www.example.org</a> </p>',
    )
    expect(typed('<p>see nothing </p>')).toBe('nothing')
  })
  it('can be linked from words', () => {
    expect(typed('<p>[the site](https://example.org)</p>')).toBe('<p><a href="https://example.org">the site</a></p>')
    expect(typed('<p>[x](javascript:alert)</p>')).toBe('nothing')
  })
})

describe('quotes and dashes', () => {
  it('become typographic', () => {
    expect(typed('<p>"</p>')).toBe('<p>“</p>')
    expect(typed('<p>“yes"</p>')).toBe('<p>“yes”</p>')
    expect(typed("<p>it'</p>")).toBe('<p>it’</p>')
    expect(typed('<p>so---</p>')).toBe('<p>so—</p>')
    expect(typed('<p>so...</p>')).toBe('<p>so…</p>')
    expect(typed('<p>a -- </p>')).toBe('<p>a – </p>')
  })
  it('keep the non-breaking space that the browser wrote at the end of a line', () => {
    expect(typed('<p>a --&nbsp;</p>')).toBe('<p>a –&nbsp;</p>')
  })
})

describe('every character that triggers formatting', () => {
  it('is checked while the user types, and letters are not', () => {
    const starts = ['# ', '-', '1.', '**a*', '__a_', '`a', '~~a~', '[a](b.com', 'www.a.com', 'a --', '--', '..', 'a ']
    for (let code = 32; code < 127; code++) {
      const character = String.fromCharCode(code)
      const acts = starts.some((start) => {
        const root = document.createElement('div')
        const paragraph = root.appendChild(document.createElement('p'))
        const text = paragraph.appendChild(document.createTextNode(start + character))
        document.body.replaceChildren(root)
        return formatTyped(root, { node: text, offset: text.length }, character) !== null
      })
      expect(mayFormat(character), character).toBe(acts)
    }
    expect(mayFormat('\n')).toBe(true)
    expect(mayFormat('two')).toBe(false)
  })
})
