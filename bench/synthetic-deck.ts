import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import katex from 'katex'
import sharp from 'sharp'
import { blocks, type PropsOf } from '../src/blocks/index.ts'
import type { Block, BlockType, Frame } from '../src/document/deck-model.ts'
import { escapeAttribute } from '../src/document/html.ts'
import { renderBlock } from '../src/document/render-block.ts'
import { randomFrom } from '../src/testing/seeded-random.ts'

const words =
  'revenue customers retention product launch quarter team roadmap design research market growth pricing partners latency platform release support survey budget forecast region channel campaign audience story feedback target review milestone quality security storage network mobile account'.split(
    ' ',
  )

/** Writes a deck of all kinds of slides, as plain reveal.js shows it, into a folder of the project. The path of its page. */
export async function writeSyntheticDeck(root: string, folder: string, count: number): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const random = randomFrom(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const some = (length: number): string => Array.from({ length }, () => pick(words)).join(' ')
  const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
  const sentence = (): string => `${capital(some(8 + Math.floor(random() * 6)))}.`
  const prose = (sentences: number): string => Array.from({ length: sentences }, sentence).join(' ')
  let id = 0
  const place = <T extends BlockType>(
    type: T,
    frame: Partial<Frame>,
    props: Partial<PropsOf<T>>,
    style: Block['style'] = [],
    more: Partial<Block> = {},
  ): string => {
    const usual = blocks.find((block) => block.type === type)!.defaults() as { frame: Frame; props: PropsOf<T> }
    const block = {
      ...{
        id: (++id).toString(16).padStart(16, '0'),
        type,
        name: '',
        locked: false,
        fragment: null,
        classes: [],
        attributes: [],
        style,
      },
      frame: { ...usual.frame, ...frame },
      props: { ...usual.props, ...props },
      ...more,
    } as Block
    const html = renderBlock(block, blocks)
    if (type !== 'math') return html
    const { latex } = block.props as PropsOf<'math'>
    return html.replace(
      /(data-latex="[^"]*">).*?(<\/div>)/s,
      (_, open: string, close: string) => open + katex.renderToString(latex, { displayMode: true }) + close,
    )
  }
  const heading = (): string =>
    place('text', { x: 80, y: 50, width: 800 }, { html: `<h2>${capital(some(3))}</h2>`, padding: 0 }, [
      ['font-size', '26px'],
    ])
  const text = (
    x: number,
    y: number,
    width: number,
    size: number,
    html: string,
    style: Block['style'] = [],
    more: Partial<Block> = {},
  ): string => place('text', { x, y, width }, { html, padding: 0 }, [['font-size', `${size}px`], ...style], more)
  const photos = await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      const noise = { type: 'gaussian', mean: 120 + index * 20, sigma: 40 } as const
      const grain = sharp({ create: { width: 60, height: 45, channels: 3, background: '#888888', noise } })
      await grain
        .resize(1200, 900, { kernel: 'cubic' })
        .jpeg({ quality: 85 })
        .toFile(join(folder, `photo-${index}.jpg`))
      return `photo-${index}.jpg`
    }),
  )
  const kinds: readonly (() => { attributes?: string; html: string })[] = [
    () => ({
      attributes: 'data-background-color="#10243e"',
      html:
        text(80, 220, 800, 30, `<h1>${capital(some(3))}</h1>`, [
          ['text-align', 'center'],
          ['color', '#ffffff'],
        ]) +
        text(180, 420, 600, 26, `<p>${sentence()}</p>`, [
          ['text-align', 'center'],
          ['color', '#c9d7e8'],
        ]) +
        place('shape', { x: 380, y: 390, width: 200, height: 4 }, { fill: '#ffb000' }),
    }),
    () => ({
      html:
        heading() +
        text(80, 150, 800, 26, `<ul>${Array.from({ length: 5 }, () => `<li>${sentence()}</li>`).join('')}</ul>`),
    }),
    () => ({
      html:
        heading() +
        text(
          80,
          150,
          380,
          20,
          `<p>${prose(2)}</p><p><strong>${capital(some(3))}</strong> ${prose(1)} <a href="https://example.org/">${some(2)}</a></p>`,
        ) +
        text(
          500,
          150,
          380,
          20,
          `<p><em>${prose(1)}</em></p><ol>${Array.from({ length: 4 }, () => `<li>${capital(some(5))}<ul><li>${some(3)}</li></ul></li>`).join('')}</ol>`,
        ),
    }),
    () => ({
      html:
        heading() +
        place(
          'image',
          { x: 80, y: 150, width: 480, height: 360 },
          {
            src: pick(photos),
            alt: 'A photo',
            fit: 'cover',
            radius: 12,
            crop: { x: 0.1, y: 0.05, width: 0.8, height: 0.8 },
          },
        ) +
        text(590, 150, 290, 22, `<p>${prose(2)}</p>`) +
        text(80, 525, 480, 14, `<p>${capital(some(6))}</p>`),
    }),
    () => ({
      html:
        heading() +
        [0, 1, 2]
          .map((index) =>
            place(
              'shape',
              { x: 80 + index * 290, y: 220, width: 200, height: 120 },
              {
                shape: pick(['rectangle', 'ellipse', 'rounded', 'arrow-right'] as const),
                text: `<p><strong>${capital(some(2))}</strong></p>`,
                stroke: '#333333',
                strokeWidth: 2,
              },
              [['font-size', '20px']],
            ),
          )
          .join('') +
        [0, 1]
          .map((index) =>
            place(
              'line',
              { x: 280 + index * 290, y: 279, width: 90, height: 1 },
              {
                points: [
                  { x: 0, y: 0 },
                  { x: 1, y: 0 },
                ],
                end: 'triangle',
                width: 3,
              },
            ),
          )
          .join('') +
        place(
          'shape',
          { x: 780, y: 500, width: 100, height: 100, rotation: 12 },
          { shape: 'star-5', fill: '#ffb000' },
        ) +
        text(80, 420, 640, 20, `<p>${prose(2)}</p>`, [
          ['background-color', '#eef4ff'],
          ['border-radius', '14px'],
          ['box-shadow', '0px 6px 18px rgba(0, 0, 0, 0.18)'],
        ]),
    }),
    () => {
      const row = () => [
        capital(some(2)),
        capital(some(1)),
        pick(['Open', 'Done', 'Late']),
        (random() * 9e4).toFixed(2),
      ]
      const rows = [['Name', 'Owner', 'Status', 'Amount'], ...Array.from({ length: 7 }, row)]
      const cells = rows.map((line) => line.map((html) => ({ html, style: [], columns: 1, rows: 1 })))
      return {
        html:
          heading() +
          place('table', { x: 80, y: 150, width: 800 }, { rows: cells, striped: true, padding: 9 }, [
            ['font-size', '20px'],
          ]),
      }
    },
    () => ({
      html:
        heading() +
        place(
          'code',
          { x: 80, y: 150, width: 800, height: 330 },
          {
            code: 'async function exportDeck(deck, { pages, signal }) {\n  const out = []\n  for (const slide of deck.slides) {\n    if (signal?.aborted) throw new Error("cancelled")\n\n    // one page per slide\n    out.push(await render(slide, { width: 960 }))\n  }\n  return merge(out.slice(0, pages))\n}',
            language: 'javascript',
          },
          [['font-size', '20px']],
        ),
    }),
    () => ({
      html:
        heading() +
        text(80, 150, 800, 22, `<p>${prose(2)}</p>`) +
        place(
          'math',
          { x: 80, y: 300, width: 800 },
          {
            latex: pick([
              '\\hat{f}(\\xi) = \\int_{-\\infty}^{\\infty} f(x)\\, e^{-2\\pi i x \\xi}\\, dx',
              'P(A \\mid B) = \\frac{P(B \\mid A)\\, P(A)}{\\sum_{i=1}^{n} P(B \\mid A_i)\\, P(A_i)}',
            ]),
          },
          [['font-size', '30px']],
        ),
    }),
    () => ({
      attributes: 'data-background-gradient="linear-gradient(135deg, #fdf2e9, #e8f0fe)"',
      html:
        text(120, 200, 720, 34, `<blockquote>${prose(2)}</blockquote>`) +
        text(120, 520, 720, 22, `<p>${capital(some(4))}</p>`, [['text-align', 'right']]),
    }),
    () => ({ html: heading() + place('chart', { x: 80, y: 150, width: 800, height: 420 }, { kind: 'column' }) }),
    () => ({
      html:
        heading() +
        [0, 1, 2]
          .map((index) =>
            text(80, 160 + index * 110, 800, 24, `<p><strong>${index + 1}.</strong> ${sentence()}</p>`, [], {
              fragment: { style: pick(['', 'fade-up', 'fade-right']), index: null },
            }),
          )
          .join(''),
    }),
    () => ({
      attributes: `data-background-image="${pick(photos)}" data-background-opacity="0.9"`,
      html: text(60, 440, 840, 24, `<h2>${capital(some(3))}</h2><p>${sentence()}</p>`, [
        ['background-color', 'rgba(0, 0, 0, 0.55)'],
        ['color', '#ffffff'],
      ]),
    }),
  ]
  const sections = Array.from({ length: count }, (_, index) => {
    const { attributes = '', html } = kinds[index % kinds.length]!()
    return `<section data-id="${(index + 1).toString(16).padStart(32, '0')}" ${attributes} data-notes="${escapeAttribute(sentence())}">${html}</section>`
  })
  const example = readFileSync(join(root, 'examples/quarterly-review.html'), 'utf8')
  const page = example
    .replace(/<div class="slides">[\s\S]*?\n<\/div>\n/, () => `<div class="slides">${sections.join('\n')}\n</div>\n`)
    .replaceAll('"../', `"${root}/`)
    .replace('</head>', `<link rel="stylesheet" href="${join(root, 'node_modules/katex/dist/katex.min.css')}"></head>`)
  const path = join(folder, 'synthetic.html')
  writeFileSync(path, page)
  return path
}
