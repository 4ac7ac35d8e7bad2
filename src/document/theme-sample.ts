import type { SlideSize } from '../rules/slide-size.ts'
import { standardSlide } from '../rules/slide-size.ts'
import { sampleChart } from './theme-sample-chart.ts'

/** A slide of the sample deck. */
export interface SampleSlide {
  readonly title: string
  /** Its `section`, in the deck format (docs/deck-format.md). */
  readonly html: string
}

/** x, y, width and height in slide px; no height: it follows the content. */
type Place = readonly [x: number, y: number, width: number, height?: number]

let blockCount = 0

function block(type: string, [x, y, width, height]: Place, content: string, style = ''): string {
  blockCount += 1
  const id = blockCount.toString(16).padStart(16, '0')
  const size = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height === undefined ? 'auto' : `${height}px`};`
  return `<div class="block" data-block-type="${type}" data-block-id="${id}" style="${size}${style}">${content}</div>`
}

function text(at: Place, html: string, style = ' text-align: left;'): string {
  return block('text', at, `<div class="block-content">${html}</div>`, style)
}

function section(html: string, attributes = ''): string {
  return `<section${attributes}>${html}</section>`
}

const centered = ' text-align: center;'

function picture(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A lake below hills: a picture of the product's own, so that the sample needs no other host. */
const landscape = picture(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 700" preserveAspectRatio="xMidYMid slice"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="#16263f"/><stop offset=".6" stop-color="#3c5a78"/><stop offset="1" stop-color="#b9806a"/></linearGradient><linearGradient id="w" x2="0" y2="1"><stop stop-color="#6b6472"/><stop offset="1" stop-color="#131c2b"/></linearGradient></defs><path fill="url(#s)" d="M0 0h960v470H0z"/><circle cx="700" cy="360" r="46" fill="#f0c9a0"/><path fill="#25374f" d="M0 400l150-120 110 80 170-170 190 190 120-80 220 150v60H0z"/><path fill="#1a283c" d="M0 450l200-90 190 70 210-60 170 60 190-50v90H0z"/><path fill="url(#w)" d="M0 468h960v232H0z"/><path stroke="#f0c9a0" stroke-opacity=".35" stroke-width="3" d="M640 500h120M660 530h84M676 560h50M690 592h24"/></svg>`,
)

const headings = [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Heading ${level}</h${level}>`).join('')

const listSlide =
  text([80, 50, 800], '<h2>What happens next</h2>') +
  text(
    [80, 180, 380],
    '<ul><li>Points of equal rank</li><li>One idea each<ul><li>With a detail</li><li>And another</li></ul></li><li>Not more than four</li></ul>',
    ' text-align: left; font-size: 30px;',
  ) +
  text(
    [500, 180, 380],
    '<ol><li>First</li><li>Second<ol><li>In two parts</li></ol></li><li>Third</li></ol>',
    ' text-align: left; font-size: 30px;',
  )

const rows = [
  ['North', '1.2', '1.9', '+58%'],
  ['East', '0.8', '1.1', '+38%'],
  ['South', '2.4', '2.2', '−8%'],
  ['West', '1.7', '2.6', '+53%'],
]
const numbers = ' style="text-align: right;"'
const tableSlide =
  text([80, 50, 800], '<h2>Revenue by region</h2>') +
  block(
    'table',
    [80, 200, 800],
    `<table data-l-header="row column" data-l-striped="on" style="border-width: 1px; padding: 12px;"><colgroup><col style="width: 40%;"><col style="width: 20%;"><col style="width: 20%;"><col style="width: 20%;"></colgroup><thead><tr><th>Region</th><th${numbers}>2029</th><th${numbers}>2030</th><th${numbers}>Change</th></tr></thead><tbody>${rows
      .map(
        ([name, ...cells]) => `<tr><th>${name}</th>${cells.map((cell) => `<td${numbers}>${cell}</td>`).join('')}</tr>`,
      )
      .join('')}</tbody></table>`,
    ' font-size: 28px;',
  )

const codeSlide =
  text([80, 50, 800], '<h2>The whole program</h2>') +
  block(
    'code',
    [80, 190, 800, 330],
    `<pre class="block-content" data-l-numbers="on"><code data-language="typescript">// Says hello to each guest.
interface Guest {
  readonly name: string
}

function greet(guests: readonly Guest[]): string[] {
  return guests.map(({ name }) =&gt; \`Hello, \${name}!\`)
}</code></pre>`,
    ' font-size: 24px;',
  ) +
  text([80, 550, 800], '<p>Words with <code>inline code</code> and a <kbd>key</kbd></p>')

const quoteSlide =
  text(
    [120, 190, 720],
    '<blockquote><p>Design is not what it looks like. It is how it works.</p></blockquote>',
    ' text-align: left; font-size: 44px;',
  ) + text([120, 430, 720], '<p class="caption">A designer, on a stage</p>')

/** Six shapes in the accents, joined by lines. */
function shapes(): string {
  const boxes = [1, 2, 3, 4, 5, 6].map((accent, n) => {
    const at = [80 + (n % 3) * 280, 200 + Math.floor(n / 3) * 220, 240, 160] as const
    const path = 'M12 0H228Q240 0 240 12V148Q240 160 228 160H12Q0 160 0 148V12Q0 0 12 0Z'
    const svg = `<svg data-l-shape="rectangle" data-l-radius="12" viewBox="0 0 240 160" preserveAspectRatio="none" aria-hidden="true"><path d="${path}" style="fill: var(--l-accent-${accent});"></path></svg>`
    return block(
      'shape',
      at,
      `${svg}<div class="block-content"><p>Accent ${accent}</p></div>`,
      ' color: var(--r-background-color); font-size: 28px;',
    )
  })
  const line = (x: number, y: number) =>
    block(
      'line',
      [x, y, 40, 1],
      '<svg data-l-line="straight" data-l-points="0 0 1 0" width="40" height="1" viewBox="0 0 40 1" aria-hidden="true"><path class="block-line" d="M0 0L40 0" fill="none" style="stroke: var(--l-muted-color);" stroke-width="4" stroke-linejoin="round"></path></svg>',
    )
  return [...boxes, line(320, 280), line(600, 280), line(320, 500), line(600, 500)].join('')
}

const pictureSlide =
  text([80, 50, 800], '<h2>A picture and a formula</h2>') +
  block(
    'image',
    [80, 190, 400, 300],
    `<div class="block-content" style="border-radius: 12px;"><img src="${landscape}" alt="A lake below hills" style="object-fit: cover;"></div>`,
  ) +
  text([80, 505, 400], '<p class="caption">The lake in the evening</p>') +
  block(
    'math',
    [510, 220, 370],
    '<div class="block-content" data-latex="\\int_0^1 x^2\\,dx = \\tfrac{1}{3}">\\[\\int_0^1 x^2\\,dx = \\tfrac{1}{3}\\]</div>',
    ' font-size: 34px;',
  ) +
  block(
    'snippet',
    [510, 390, 370, 110],
    '<p style="margin: 0; text-align: center;"><a href="https://example.com" style="display: inline-block; padding: 14px 36px; border-radius: 999px; background-color: var(--r-accent-color); color: var(--r-background-color); font-weight: 700; text-decoration: none;">Read more</a></p>',
  )

const chartSlide =
  text([80, 50, 800], '<h2>Four quarters, three regions</h2>') +
  block('chart', [80, 180, 800, 440], sampleChart, ' font-size: 20px;')

/** Without addresses, so that the sample needs no other host. */
const mediaSlide =
  text([80, 50, 800], '<h2>A film, a sound, a page</h2>') +
  block(
    'video',
    [80, 180, 480, 300],
    `<video aria-label="A film" controls="" playsinline="" poster="${landscape}"></video>`,
  ) +
  block('audio', [80, 510, 480, 60], '<audio aria-label="A sound" controls=""></audio>') +
  block(
    'iframe',
    [590, 180, 290, 390],
    '<div class="block-content" title="A page"></div>',
    ' border: 2px solid var(--l-muted-color); border-radius: 10px;',
  ) +
  text([600, 340, 270], '<p class="caption">An embedded page</p>', centered) +
  text([80, 590, 480], '<p class="caption">A film and a sound</p>')

/** Text as on slides that have a background of their own. */
const onBackground = () =>
  text([80, 60, 800], '<h2>On another background</h2>') +
  text(
    [80, 220, 800],
    '<p>Text with <strong>weight</strong> and <a href="https://example.com">a link</a></p><ul><li>A point</li><li>Another one</li></ul>',
  ) +
  text([80, 500, 800], '<blockquote><p>Words of somebody else</p></blockquote>', ' text-align: left; font-size: 30px;')

/** Slides with every block that a theme can style, to judge a theme by. In the deck's format, with markup of our own. */
export const themeSample: readonly SampleSlide[] = [
  {
    title: 'Title',
    html: section(
      text([80, 150, 800, 210], '<h1>The title of the deck</h1>', centered) +
        text([80, 380, 800], '<p>And what it is about, in one line</p>', centered) +
        text(
          [80, 600, 800],
          '<p>A name, a place, a day</p>',
          ' text-align: center; font-size: 24px; color: var(--l-muted-color);',
        ),
    ),
  },
  {
    title: 'Headings and text',
    html: section(
      text([80, 60, 440], headings) +
        text(
          [560, 80, 320],
          '<p>A paragraph with <strong>strong</strong> and <em>emphasized</em> words, <a href="https://example.com">a link</a>, <mark>marked</mark> ones and <small>small print</small>.</p><p>A second one, so that their distance shows.</p>',
          ' text-align: left; font-size: 30px;',
        ),
    ),
  },
  { title: 'Lists', html: section(listSlide) },
  { title: 'Table', html: section(tableSlide) },
  { title: 'Code', html: section(codeSlide) },
  { title: 'Quote', html: section(quoteSlide) },
  { title: 'Accents', html: section(text([80, 50, 800], '<h2>Six accents</h2>') + shapes()) },
  { title: 'Picture and formula', html: section(pictureSlide) },
  { title: 'Chart', html: section(chartSlide) },
  { title: 'Video, sound and page', html: section(mediaSlide) },
  {
    title: 'Dark background',
    html: section(onBackground(), ' data-background-color="#14181f" class="has-dark-background"'),
  },
  {
    title: 'Light background',
    html: section(onBackground(), ' data-background-color="#f4f5f7" class="has-light-background"'),
  },
  {
    title: 'Picture behind',
    html: section(onBackground(), ` data-background-image="${landscape}" data-l-ground="dark"`),
  },
  {
    title: 'Without blocks',
    html: section('<h2>Written by hand</h2><p>It flows, and it is centered if the theme centers slides.</p>'),
  },
]

/** Places and type of blocks, as `block` writes them. */
const lengths = /\b(left|top|width|height|font-size): (\d+(?:\.\d+)?)px/g
const blockStyle = /(<div class="block"[^>]* style=")([^"]*)/g

/** Slides for another size: places are stretched over it, type is scaled with the smaller side. */
function fitted(html: string, { width, height }: SlideSize): string {
  const [across, down] = [width / standardSlide.width, height / standardSlide.height]
  const factors: Readonly<Record<string, number>> = { left: across, width: across, top: down, height: down }
  return html.replace(blockStyle, (_, head: string, style: string) => {
    const scaled = style.replace(lengths, (__, name: string, px: string) => {
      return `${name}: ${Math.round(Number(px) * (factors[name] ?? Math.min(across, down)))}px`
    })
    return head + scaled
  })
}

/** The sample deck as the markup of its slides, for slides of a size. */
export function themeSampleFor(size: SlideSize): string {
  const isStandard = size.width === standardSlide.width && size.height === standardSlide.height
  return isStandard ? themeSampleSlides : fitted(themeSampleSlides, size)
}

/** The sample deck as the markup of its slides of the standard size. */
export const themeSampleSlides = themeSample
  .map(({ html }, n) => html.replace('<section', `<section data-id="${(n + 1).toString(16).padStart(32, '0')}"`))
  .join('\n')
