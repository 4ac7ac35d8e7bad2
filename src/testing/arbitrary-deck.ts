import fc from 'fast-check'
import { chartKinds } from '../blocks/chart/chart-props.ts'
import { codeThemes } from '../blocks/code/block.ts'
import { dashes } from '../blocks/dashes.ts'
import { blocks, blockTypes, type PropsOf } from '../blocks/index.ts'
import { lineForms, lineHeads } from '../blocks/line/line-path.ts'
import { type ShapeName, shapes } from '../blocks/shape/shapes.ts'
import { tableLooks } from '../blocks/table/block.ts'
import type { Block, BlockType, Slide, Slides, Stack } from '../document/deck-model.ts'
import { derivedBlockId } from '../document/ids.ts'
import { fragmentClasses } from '../rules/fragment-styles.ts'

const hundredths = (min: number, max: number) => fc.integer({ min: min * 100, max: max * 100 }).map((n) => n / 100 + 0)
const parts = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000)

/**
 * Any text a user may type: markup characters, quotes, other scripts, surrogate pairs. Excludes characters that HTML
 * cannot represent.
 */
const words = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replace(/[\0\r\uFFFD]/g, '').toWellFormed())
  .filter((text) => !/\p{Cc}/u.test(text.replace(/[\n\t]/g, '')))
const escaped = words.map((text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;'))
const richText = fc.oneof(
  fc.constantFrom('', '<p>One</p>', '<h2>A &amp; B</h2>\n<p>two<br>lines</p>', '<ul><li>x</li><li><b>y</b></li></ul>'),
  escaped.map((text) => `<p>${text}</p>`),
)
const color = fc.constantFrom('', '#ff0000', 'rgba(1, 2, 3, 0.5)', 'var(--r-link-color)', 'hsl(10 20% 30%)')
const declarations = fc.uniqueArray(
  fc.constantFrom(
    ['opacity', '0.5'] as const,
    ['color', 'rgb(1, 2, 3)'] as const,
    ['font-size', '32px'] as const,
    ['box-shadow', '0px 2px 4px rgba(0, 0, 0, 0.2)'] as const,
    ['font-family', "'Open Sans', serif"] as const,
  ),
  { selector: ([property]) => property, maxLength: 3 },
)
const link = fc.constantFrom('', 'https://example.com/?a=1&b="2"', '#/3/1')

const plainPicture = { flipX: false, flipY: false, tint: '' }
const anchor = fc.option(
  fc.record({
    block: fc.constantFrom('00000000000000a1', '0123456789abcdef'),
    side: fc.constantFrom('top' as const, 'right' as const, 'bottom' as const, 'left' as const),
  }),
)

/** Random props of block types; a missing type has those of its sample. */
const props: { readonly [T in BlockType]?: fc.Arbitrary<PropsOf<T>> } = {
  text: fc.record({
    html: richText,
    fit: fc.constantFrom('none', 'shrink'),
    verticalAlign: fc.constantFrom('top', 'middle', 'bottom'),
    padding: fc.option(hundredths(0, 50), { freq: 4 }),
    placeholder: fc.constantFrom('', 'Title', 'A line, or two'),
  }),
  image: fc
    .record({
      src: fc.constantFrom('', 'https://example.com/a.png?x=1&y=2', '/m/abc/picture.jpg'),
      alt: words,
      fit: fc.constantFrom('contain', 'cover', 'fill'),
      crop: fc.option(
        fc.record({ x: parts, y: parts, width: parts.map((n) => n || 0.5), height: parts.map((n) => n || 1) }),
      ),
      radius: hundredths(0, 100),
      link,
      flipX: fc.boolean(),
      flipY: fc.boolean(),
      tint: color,
      drawing: fc.option(
        fc.constant({ viewBox: '0 0 10 5', markup: '<path d="M0 0h5" fill="var(--r-accent-color)"></path>' }),
      ),
    })
    // An inline SVG has neither a URL nor file-only props; an empty placeholder has no picture props.
    .map((image) => {
      if (image.drawing) return { ...image, src: '', crop: null, tint: '' }
      return image.src === '' ? { ...image, alt: '', fit: 'cover' as const, crop: null, ...plainPicture } : image
    }),
  shape: fc.record({
    shape: fc.constantFrom(...(Object.keys(shapes) as ShapeName[])),
    fill: color,
    stroke: color,
    strokeWidth: hundredths(0, 20),
    dash: fc.constantFrom(...dashes),
    radius: fc.option(hundredths(0, 90)),
    text: richText,
    link,
  }),
  line: fc.record({
    points: fc.array(fc.record({ x: parts, y: parts }), { minLength: 2, maxLength: 6 }),
    form: fc.constantFrom(...lineForms),
    start: fc.constantFrom(...lineHeads),
    end: fc.constantFrom(...lineHeads),
    dash: fc.constantFrom(...dashes),
    color,
    width: hundredths(1, 20),
    from: anchor,
    to: anchor,
    link,
  }),
  iframe: fc.record({ src: fc.constantFrom('', 'https://example.com/embed?a=1&b=2'), title: words, link }),
  table: fc
    .record({
      columns: fc.integer({ min: 1, max: 5 }),
      rows: fc.integer({ min: 1, max: 5 }),
      html: richText,
      style: declarations,
      headerRow: fc.boolean(),
      headerColumn: fc.boolean(),
      striped: fc.boolean(),
      look: fc.constantFrom(...tableLooks),
      widths: fc.option(hundredths(1, 90)),
      borderColor: color,
      borderWidth: hundredths(0, 10),
      padding: hundredths(0, 40),
      link,
    })
    .map(({ columns, rows, html, style, widths, ...rest }) => ({
      rows: Array.from({ length: rows }, (_, r) =>
        Array.from({ length: columns }, (_, c) => ({
          html: r === c ? html : `${r}.${c}`,
          style: r === c ? style : [],
          columns: 1,
          rows: 1,
        })),
      ).map((row, r) => (r === rows - 1 ? withMergedEnd(row, columns) : row)),
      widths: widths === null ? [] : Array.from({ length: columns }, () => widths),
      ...rest,
    })),
  code: fc.record({
    code: fc.array(words, { maxLength: 4 }).map((lines) => lines.join('\n')),
    language: fc.constantFrom('', 'javascript', 'c++'),
    theme: fc.constantFrom(...codeThemes),
    lineNumbers: fc.boolean(),
    firstLine: fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 1_000_000 })),
    steps: fc.constantFrom('', '1-2|4', '3'),
    link,
  }),
  video: fc.record({
    src: fc.constantFrom('', 'https://a.example/b.mp4?x=1&y="2"', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'),
    title: words,
    ...{
      controls: fc.boolean(),
      autoplay: fc.boolean(),
      loop: fc.boolean(),
      muted: fc.boolean(),
      across: fc.boolean(),
    },
    ...{ start: fc.integer({ min: 0, max: 900 }), end: fc.integer({ min: 0, max: 900 }) },
    poster: fc.constant(''),
    link,
  }),
  chart: fc.record({
    kind: fc.constantFrom(...chartKinds),
    title: words,
    cells: fc.array(fc.array(words, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 }),
    ...{ stacked: fc.boolean(), values: fc.boolean(), legend: fc.boolean(), steps: fc.boolean() },
    look: fc.constantFrom('', 'classic', 'classic legend_top grid_xy range_0,,5 percent', 'classic hole_50 shares'),
    colors: fc.constantFrom([], ['#ff0000'], ['', 'var(--l-accent-3)']),
    link,
  }),
  math: fc.record({ latex: words, inline: fc.boolean(), link }),
  snippet: fc.record({
    html: fc.oneof(richText, fc.constantFrom('<video controls></video>', ' <i>a</i> <!-- b --> ')),
  }),
}

/** Merges the last two cells of a row; rows with fewer than three columns stay unchanged. */
function withMergedEnd<T extends object>(row: readonly T[], columns: number): readonly (T | null)[] {
  if (columns < 3) return row
  return [...row.slice(0, -2), { ...row.at(-2)!, columns: 2 }, null]
}

const framed = fc.constantFrom(...blocks.map((definition) => definition.type)).chain((type) =>
  fc.record({
    type: fc.constant(type),
    frame: fc.record({
      x: hundredths(-500, 1500),
      y: hundredths(-500, 1500),
      width: hundredths(1, 960),
      height: fc.oneof(hundredths(1, 700), fc.constant(type === 'text' || type === 'math' ? null : 80)),
      rotation: fc.oneof(fc.constant(0), hundredths(0, 359)),
    }),
    name: words,
    locked: fc.boolean(),
    fragment: fc.option(
      fc.record({
        style: fc.constantFrom(...fragmentClasses),
        index: fc.option(fc.integer({ min: 0, max: 30 })),
      }),
    ),
    classes: fc.uniqueArray(fc.constantFrom('wide', 'dark', 'my-class_1'), { maxLength: 2 }),
    style: declarations,
    attributes: fc.constantFrom<readonly (readonly [string, string])[]>(
      [],
      [['data-auto-animate-id', 'a "b" & <c>']],
      [['data-l-groups', '00000000000000f1 00000000000000f2']],
      [['data-l-id', 'offer-1']],
    ),
    props: (props[type] as fc.Arbitrary<unknown> | undefined) ?? fc.constant(blockTypes[type].sample().props),
  }),
)

/** Hand-written markup: it is in the flow and no block type claims it. */
const flow = fc.constantFrom(
  '\n  <h2>By hand</h2>\n  <p>text</p>\n',
  'bare text',
  '<img src="a.png"><!-- note -->',
  '<div class="r-stack"><p class="fragment">1</p><p class="fragment">2</p></div> ',
)

const slideParts = fc.record({
  id: fc.stringMatching(/^[0-9a-f]{32}$/),
  attributes: fc.constantFrom<Record<string, string>>(
    {},
    { class: 'dark "x"', 'data-background-color': '#000' },
    { 'data-transition': 'fade', 'data-auto-animate': '' },
  ),
  notes: words,
  blocks: fc.array(fc.oneof({ weight: 6, arbitrary: framed }, { weight: 1, arbitrary: flow }), { maxLength: 6 }),
})

/** Any slide. Its block ids derive from `seed`, so they are unique in a deck if the seeds are. */
function slideFrom(part: typeof slideParts extends fc.Arbitrary<infer T> ? T : never, seed: number): Slide {
  const built: Block[] = []
  for (const item of part.blocks) {
    // Two adjacent flow snippets would be parsed as one.
    if (typeof item === 'string' && built.at(-1)?.frame === null) continue
    if (typeof item !== 'string') built.push({ ...item, id: hex(seed * 100 + built.length) })
    else {
      const isTaken = (id: string): boolean => built.some((block) => block.id === id)
      built.push(flowBlock(derivedBlockId(part.id, item, isTaken), item))
    }
  }
  return { id: part.id, attributes: part.attributes, notes: part.notes, blocks: built }
}

function flowBlock(id: string, html: string): Block {
  const plain = { name: '', locked: false, fragment: null, classes: [], style: [], attributes: [] }
  return { id, type: 'snippet', frame: null, ...plain, props: { html } }
}

const hex = (n: number): string => n.toString(16).padStart(16, '0')
const space = fc.constantFrom('', '\n', '\n\n  ', '\n<!-- a -->\n')

/**
 * Any deck: single slides and stacks, all block types, foreign markup, notes. It is valid (checkDeck finds nothing).
 */
export const arbitrarySlides: fc.Arbitrary<Slides> = fc
  .record({
    slides: fc.uniqueArray(slideParts, { selector: (part) => part.id, minLength: 1, maxLength: 6 }),
    sizes: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 6, maxLength: 6 }),
    attributes: fc.constantFrom<Record<string, string>>({}, { class: 'wide', 'data-x': '"&' }),
    before: space,
    gap: space,
    after: space,
  })
  .map(({ slides, sizes, attributes, before, gap, after }) => {
    const all = slides.map(slideFrom)
    const stacks: Stack[] = []
    for (let next = 0; next < all.length; ) {
      // Size 0 is a single slide, 1 a stack of one.
      const size = sizes[stacks.length] ?? 0
      const ids = all.slice(next, next + Math.max(size, 1)).map((slide) => slide.id)
      next += ids.length
      stacks.push(
        size === 0
          ? { slides: ids, attributes: null, before, gaps: [] }
          : { slides: ids, attributes, before, gaps: [...ids, ''].map(() => gap) },
      )
    }
    return { stacks, slides: Object.fromEntries(all.map((slide) => [slide.id, slide])), after }
  })

/** Any HTML, mostly invalid. */
export const arbitraryHtml: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '<section>',
          '</section>',
          '<section data-id="0123456789abcdef0123456789abcdef">',
          `<section data-notes='a "b"' class=x class=y>`,
          '<SECTION Data-Background-Color=red>',
          '<div class="block" data-block-type="text" data-block-id="00000000000000a1" style="left: 1px; top: 2px; width: 3px; height: 4px;">',
          '<div class="block-content" style="padding: 10px;">',
          '<div class="block" data-block-type="snippet" style="left:1px;top:2px;width:3px;height:auto">',
          '</div>',
          '<aside class="notes">plain notes</aside>',
          '<aside class="notes"><b>rich</b></aside>',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          ...'<b>,</b>,<p>,</p>,<a href=x>,</a>,<table>,<tr>,<td>,</td>,</table>,<svg>,<path d=x>,</svg>,<br>'.split(
            ',',
          ),
          ...'<img src=x>,<ul>,<li>,</ul>,<!-- c -->,<!--,-->,<i,",<textarea>,</textarea>,<template>,</template>'.split(
            ',',
          ),
          ...'<select>,<option>,</select>,<math>,<mi>,<style>,</style>,<script>,</script>,<plaintext>,<h1>,</h2>'.split(
            ',',
          ),
          ...'&amp;,&nbsp;,&lt,<body class=y>,</body>,</html>,<frameset>,</p>,</br>,\r\n,<![CDATA[x]]>,<?pi?>'.split(
            ',',
          ),
          ...'<iframe>,</iframe>,<button>,<form>,</form>,<noscript>,</noscript>,<head>,<caption>,<col>'.split(','),
        ),
      },
      { weight: 2, arbitrary: fc.constantFrom(' ', '\n', 'text', '\t', '<', '>', "'") },
      { weight: 1, arbitrary: words },
    ),
    { maxLength: 25 },
  )
  .map((pieces) => pieces.join(''))
