import { describe, expect, test } from 'vitest'
import { fencedCode, isMarkdown, markdownHtml } from './markdown.ts'
import { copiedHtml } from './office-html.ts'
import { addressKind, addressOf, drawingOf, formulaOf, mermaidOf } from './text-kinds.ts'

test.each([
  ['https://a.example/lake.jpg?w=3', 'picture'],
  ['https://youtu.be/dQw4w9WgXcQ', 'film'],
  ['https://a.example/film.mp4', 'film'],
  ['https://a.example/song.mp3', 'sound'],
  ['https://a.example/lake.jpg.html', 'page'],
])('%s is recognized as the URL of a %s', (address, kind) => {
  expect(addressOf(` ${address}\n`)).toBe(address)
  expect(addressKind(address)).toBe(kind)
})

test('a URL is recognized only if the text contains nothing else', () => {
  for (const text of ['see https://a.example', 'a.example', 'ftp://a.example', 'https://', 'https://word'])
    expect(addressOf(text)).toBeNull()
})

test.each([
  ['$$e^{i\\pi}$$', 'e^{i\\pi}'],
  ['\\[ a = b \\]', 'a = b'],
  ['$x^2$', 'x^2'],
  ['\\begin{equation}\na = b\n\\end{equation}', 'a = b'],
  ['\\begin{align*}a &= b\\\\c &= d\\end{align*}', '\\begin{aligned}a &= b\\\\c &= d\\end{aligned}'],
  ['\\begin{gather}a = b\\end{gather}', '\\begin{gathered}a = b\\end{gathered}'],
  ['\\frac{1}{2} \\sum_{k=0}^n k', '\\frac{1}{2} \\sum_{k=0}^n k'],
])('%s is recognized as a formula', (text, formula) => {
  expect(formulaOf(text)).toBe(formula)
})

test.each([
  'costs $5 and $6',
  'C:\\data\\in\\frac',
  'We know that \\alpha is small whenever nothing happens',
  '\\section{A}\n\\alpha',
])('%s is not recognized as a formula', (text) => {
  expect(formulaOf(text)).toBeNull()
})

test('SVG source is distinguished from other markup', () => {
  expect(drawingOf('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path d=""/></svg>\n')).toMatch(
    /^<\?xml/,
  )
  expect(drawingOf('<p><svg></svg></p>')).toBeNull()
})

test('Mermaid diagrams are distinguished from prose and other code', () => {
  const flow = 'graph TD\n  A --> B'
  expect(mermaidOf(flow)).toBe(flow)
  expect(mermaidOf(`\`\`\`mermaid\n${flow}\n\`\`\``)).toBe(flow)
  expect(mermaidOf('%% ours\nsequenceDiagram\nA->>B: hi')).not.toBe(null)
  expect(mermaidOf('pie title Pets\n"Dogs" : 3')).not.toBe(null)
  for (const text of [
    'graph TD',
    'graph theory is\na part of mathematics',
    'pie and peas\nfor all',
    'pie\nis made of apples',
    'gantt\n title A',
    'A --> B\nC',
  ])
    expect(mermaidOf(text)).toBe(null)
})

describe('Markdown', () => {
  test('Markdown is distinguished from prose', () => {
    for (const text of ['# Title', '- a\n- b', '1. a\n2. b', 'so **bold**', '[a](https://b.example)'])
      expect(isMarkdown(text), text).toBe(true)
    for (const text of ['A sentence - with a dash.', '2 * 3 * 4', '#hashtag', 'snake_case_name'])
      expect(isMarkdown(text), text).toBe(false)
  })

  test('Markdown becomes headings, nested lists and marks', () => {
    expect(
      markdownHtml('## Why\n\n- one **two**\n  - deep `a < b`\n- [three](https://a.example/?b=1&c=2)\n\nEnd *here*'),
    ).toBe(
      '<h2>Why</h2><ul><li>one <strong>two</strong><ul><li>deep <code>a &lt; b</code></li></ul></li>' +
        '<li><a href="https://a.example/?b=1&amp;c=2">three</a></li></ul><p>End <em>here</em></p>',
    )
  })

  test('HTML within Markdown stays text', () => {
    expect(markdownHtml('**a** <script>b</script>')).toBe('<p><strong>a</strong> &lt;script&gt;b&lt;/script&gt;</p>')
  })

  test('Markdown that consists of one fenced block is code', () => {
    expect(fencedCode('```ts\nconst a = 1\n```\n')).toEqual({ language: 'ts', code: 'const a = 1' })
    expect(fencedCode('text\n```\ncode\n```')).toBeNull()
  })
})

test("Word's list paragraphs become nested lists", () => {
  const item = (level: number, mark: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:1in;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html><body><!--StartFragment--><p>Before</p>${item(1, '·', 'One')}\n${item(2, 'o', 'Deep')}\n${item(1, '·', 'Two')}<p>After</p>${item(1, '1.', 'First')}<!--EndFragment--></body></html>`
  expect(copiedHtml(html).replaceAll('<o:p></o:p>', '')).toBe(
    '<p>Before</p><ul><li>One<ul><li>Deep</li></ul></li><li>Two</li></ul><p>After</p><ol><li>First</li></ol>',
  )
})
