import { expect, test } from 'vitest'
import type { Block } from '../document/deck-model.ts'
import { parseFragment } from '../document/html.ts'
import { appendNodes, markupIn, newElement } from '../document/import/tree.ts'
import { parseSlides } from '../document/parse-slides.ts'
import { convertSlBlocks } from './from-slides-com.ts'
import { blocks } from './index.ts'

/** The blocks that a slide of slides.com becomes. */
function converted(html: string): readonly Block[] {
  const slides = newElement('div')
  appendNodes(slides, [...parseFragment(`<section>${html}</section>`).childNodes])
  convertSlBlocks(slides)
  const { slides: found } = parseSlides(markupIn(slides), blocks)
  return Object.values(found).flatMap((slide) => slide.blocks)
}

const sl = (type: string, content: string, style = 'left: 10px; top: 20px; width: 300px; height: 200px;', more = '') =>
  `<div class="sl-block" data-block-type="${type}" data-block-id="abc" style="${style}"${more}>${content}</div>`
const content = (inside: string, more = '') => `<div class="sl-block-content" ${more}>${inside}</div>`

test.each<[string, string, string, object]>([
  [
    'text',
    sl(
      'text',
      content('<h2>Title</h2>', 'style="z-index: 10; color: rgb(7, 55, 99);"'),
      'height: auto; width: 600px; left: 80px; top: 50px;',
    ),
    'text',
    { html: '<h2>Title</h2>' },
  ],
  [
    'a picture',
    sl('image', content('<img data-natural-width="9" data-src="https://a.example/b.png">')),
    'image',
    { src: 'https://a.example/b.png' },
  ],
  [
    'a shape',
    sl(
      'shape',
      content('<svg><circle r="9"></circle></svg>', 'data-shape-type="circle" data-shape-fill-color="#ff0000"'),
    ),
    'shape',
    { shape: 'ellipse', fill: '#ff0000' },
  ],
  [
    'a line',
    sl(
      'line',
      content(
        '<svg><line></line></svg>',
        'data-line-x1="0" data-line-y1="100" data-line-x2="200" data-line-y2="0" data-line-color="#00ff00" data-line-width="4px" data-line-end-type="line-arrow"',
      ),
    ),
    'line',
    { color: '#00ff00', width: 4, end: 'arrow' },
  ],
  [
    'code',
    sl(
      'code',
      content(
        '<pre class="python"><code data-line-numbers="1|2" data-ln-start-from="12">a = 1\nb = 2</code></pre><div class="editing-ui"><pre><code>x</code></pre></div>',
      ),
    ),
    'code',
    { code: 'a = 1\nb = 2', language: 'python', steps: '1|2', lineNumbers: true, firstLine: 12 },
  ],
  [
    'a formula',
    sl('math', content('<div class="math-input">x^2</div><div class="math-output">x</div>')),
    'math',
    { latex: 'x^2' },
  ],
  [
    'a page',
    sl('iframe', content('<iframe data-src="https://a.example/"></iframe>')),
    'iframe',
    { src: 'https://a.example/' },
  ],
  [
    'a film',
    sl('video', content('<video data-src="https://a.example/v.mp4" controls data-autoplay></video>')),
    'video',
    { src: 'https://a.example/v.mp4', controls: true, autoplay: true },
  ],
  [
    'a sound',
    sl('audio', content('<audio src="https://a.example/v.mp3" controls></audio>')),
    'audio',
    { src: 'https://a.example/v.mp3' },
  ],
  [
    'a table',
    sl(
      'table',
      content(
        '<table><tr><th colspan="2">1</th></tr><tr><td style="text-align: right; border: 0;">2</td><td></td></tr></table>',
        'data-table-border-width="3px" data-table-border-color="#ff0000"',
      ),
    ),
    'table',
    {
      ...{ headerRow: true, borderWidth: 3, borderColor: '#ff0000', padding: 5 },
      rows: [
        [{ html: '1', columns: 2 }, null],
        [{ html: '2', style: [['text-align', 'right']] }, { html: '' }],
      ],
    },
  ],
  [
    'a table whose rows differ in length',
    sl('table', content('<table><tr><td>1</td></tr><tr></tr></table>')),
    'snippet',
    {},
  ],
  [
    'a table with more columns than any slide has',
    sl('table', content(`<table><tr>${'<td colspan="100"></td>'.repeat(3)}</tr></table>`)),
    'snippet',
    {},
  ],
  [
    'a table within a table',
    sl('table', content('<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table>')),
    'snippet',
    {},
  ],
  [
    'a group with more than blocks',
    sl('group', content(`<p>Kept</p>${sl('text', content('<p>Too</p>'))}`)),
    'snippet',
    { html: expect.stringMatching(/Kept[\s\S]*Too/) },
  ],
  [
    'a drawing whose box is no box',
    sl('drawing', content('<svg viewBox="0 0 9 9&quot; class=&quot;x"><path d="M0 0"></path></svg>')),
    'snippet',
    { html: expect.stringContaining('9&quot; class=&quot;x"') },
  ],
  ['a drawing by hand', sl('drawing', content('<svg viewBox="0 0 9 9"><path d="M0 0"></path></svg>')), 'snippet', {}],
])('%s becomes a block of our own', (_, html, type, props) => {
  expect(converted(html)).toMatchObject([{ type, props }])
})

test('place, size, rotation, name, lock, group and step are kept', () => {
  const html = sl(
    'text',
    `<div class="sl-block-style" style="transform: rotate(-15deg);">${content('<p>x</p>', 'class="sl-block-content fragment" data-fragment-index="2" data-animation-type="slide-up"').replace('class="sl-block-content" ', '')}</div>`,
    'width: 300px; height: 80px; left: 12.5px; top: -4px;',
    ' data-name="Box" data-locked data-group-id="g1" data-id="pair"',
  )
  expect(converted(html)).toMatchObject([
    {
      frame: { x: 12.5, y: -4, width: 300, height: 80, rotation: 345 },
      ...{ name: 'Box', locked: true, fragment: { style: 'fade-up', index: 2 } },
      attributes: [
        ['data-l-groups', expect.stringMatching(/^[0-9a-f]{16}$/)],
        ['data-id', 'pair'],
      ],
    },
  ])
})

test('blocks stand in the order in which they were drawn', () => {
  const text = (word: string, depth: number) => sl('text', content(`<p>${word}</p>`, `style="z-index: ${depth};"`))
  const words = converted(text('above', 12) + text('below', 10)).map(({ props }) => (props as { html: string }).html)
  expect(words).toEqual(['<p>below</p>', '<p>above</p>'])
})

test('members of a group stand on the slide, in their groups, with the step of the group and names of their own', () => {
  const member = (word: string, more = '') =>
    sl(
      'text',
      content(`<p>${word}</p>`, 'class="sl-block-content avatar notranslate"').replace('class="sl-block-content" ', ''),
      undefined,
      more,
    )
  const group = (inside: string, id: string, fragment = '') =>
    `<div class="sl-block sl-block-group" data-block-type="group" data-block-id="${id}"><div class="sl-block-content sl-block-group-content${fragment}" style="z-index: 13;">${inside}</div></div>`
  const found = converted(
    group(member('a') + group(member('b'), 'in'), 'out', ' fragment fade-out" data-fragment-index="3'),
  )
  expect(found.map(({ frame, classes, fragment }) => ({ x: frame?.x, classes, fragment }))).toEqual([
    { x: 10, classes: ['avatar'], fragment: { style: 'fade-out', index: 3 } },
    { x: 10, classes: ['avatar'], fragment: { style: 'fade-out', index: 3 } },
  ])
  const groups = found.map(({ attributes }) => attributes[0]?.[1].split(' ') ?? [])
  expect(groups[0]).toHaveLength(1)
  expect(groups[1]).toEqual([groups[0]![0], expect.stringMatching(/^[0-9a-f]{16}$/)])
})

test('letters of code and formulas have the sizes that they have there', () => {
  const code = content('<pre><code>a</code></pre>', 'style="font-size: 140%;"')
  const formula = content('<div class="math-input">x</div>', 'style="font-size: 80%;"')
  const styles = converted(sl('code', code) + sl('math', formula)).map(({ style }) => style)
  expect(styles).toEqual([[['font-size', '0.77em']], [['font-size', '40px']]])
})
