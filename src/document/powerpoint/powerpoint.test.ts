import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import type { DeckLook } from './look.ts'
import { type Presentation, powerpointParts } from './package.ts'
import type { Part } from './part.ts'
import { movedPath, pathBox, segmentsOf } from './path.ts'
import type { ItemBase, SceneFragment, SceneItem, SceneParagraph, SceneRun } from './scene.ts'
import { descent, layOut } from './text-layout.ts'

const look: DeckLook = {
  name: 'Harbor & sea',
  ...{ background: '#ffffff', text: '#222222', heading: '#101010', link: '#2a76dd' },
  accents: ['#2a76dd', '#0f8a78', '#b8690a', '#cf3f4f', '#7a4fc9', '#c2418f'],
  ...{ headingFont: 'Montserrat', bodyFont: 'Open Sans' },
}
const black = { hex: '#222222', alpha: 1 }
const run = (text: string, more: Partial<SceneRun> = {}): SceneRun => ({
  ...{ text, font: 'Open Sans', size: 20, bold: false, italic: false, underline: false, strike: false, caps: false },
  ...{ color: black, spacing: 0, raised: 0, highlight: null, link: null },
  ...more,
})
const paragraph = (text: string, baselines: readonly number[], more: Partial<SceneParagraph> = {}): SceneParagraph => ({
  runs: [run(text)],
  ...{
    align: 'left',
    rightToLeft: false,
    level: 0,
    bullet: null,
    isHeading: false,
    fragment: null,
    left: 100,
    right: 500,
  },
  lines: baselines.map((baseline) => ({ left: 100, right: 400, baseline, size: 20, first: 150, isForced: false })),
  pitch: 26,
  ...more,
})
const at = (x: number, more: Partial<ItemBase> = {}): ItemBase => ({
  rect: { x, y: 50, width: 120, height: 80 },
  ...{ block: null, fragment: null, link: null },
  ...more,
})
const line = { color: black, width: 2, dash: 'dashed' } as const

const items: readonly SceneItem[] = [
  {
    ...at(0, { name: 'Sun <1>' }),
    kind: 'form',
    preset: 'ellipse',
    radius: 0,
    path: '',
    fill: { hex: '#2a76dd', alpha: 0.5 },
    line,
    shadow: { color: black, x: 3, y: 4, blur: 6 },
  },
  {
    ...at(10, { block: 'a' }),
    kind: 'form',
    preset: null,
    radius: 0,
    path: 'M0 0L120 0Q60 40 0 80Z',
    fill: {
      kind: 'linear',
      angle: 90,
      stops: [
        { ...black, at: 0.2 },
        { ...black, at: 1 },
      ],
    },
    line: null,
    shadow: null,
    text: { paragraphs: [paragraph('In a form', [90])] },
  },
  {
    ...at(20),
    kind: 'text',
    text: {
      paragraphs: [
        paragraph('A & B', [100, 126], {
          runs: [run('A & '), run('B', { link: 'https://a.example/?x=1&y=2' }), run('\nC', { link: '#/1' })],
        }),
      ],
    },
  },
  {
    ...at(30, { alt: 'A lake, "still"' }),
    kind: 'picture',
    src: '/m/lake.png',
    crop: { left: 0.1, top: 0, right: 0.2, bottom: 0 },
    radius: 8,
    opacity: 0.5,
    flipX: true,
    flipY: false,
    line: null,
    shadow: null,
  },
  { ...at(40, { alt: 'drawn' }), kind: 'raster', number: 0, reason: 'drawn by a script' },
  { ...at(50), kind: 'media', media: 'video', src: '/m/film.mp4', poster: '', number: 0 },
  { ...at(60), kind: 'media', media: 'audio', src: 'https://sounds.example/a.mp3', poster: '/m/a.png', number: 0 },
  {
    ...at(70),
    kind: 'math',
    latex: 'x^2',
    mathml: '<math><msup><mi>x</mi><mn>2</mn></msup></math>',
    size: 20,
    color: black,
    number: 0,
  },
  {
    ...at(80),
    kind: 'table',
    ...{ columns: [60, 60], rows: [40, 40], header: true },
    cells: [
      [
        {
          rect: at(80).rect,
          columns: 2,
          rows: 1,
          fill: black,
          text: { paragraphs: [paragraph('Head', [80])] },
          borders: { left: line, right: null, top: null, bottom: line },
          anchor: 'middle',
        },
        null,
      ],
      [
        {
          rect: at(80).rect,
          columns: 1,
          rows: 1,
          fill: null,
          text: { paragraphs: [] },
          borders: { left: null, right: null, top: null, bottom: null },
          anchor: 'top',
        },
        {
          rect: at(80).rect,
          columns: 1,
          rows: 1,
          fill: null,
          text: { paragraphs: [paragraph('Cell', [120])] },
          borders: { left: null, right: null, top: null, bottom: null },
          anchor: 'top',
        },
      ],
    ],
  },
  {
    ...at(90),
    kind: 'chart',
    font: 'Open Sans',
    size: 18,
    color: black,
    colors: [black],
    plot: { x: 100, y: 60, width: 90, height: 60 },
    data: {
      kind: 'column',
      title: 'Where "it" goes',
      corner: 'Year',
      categories: ['a', 'b'],
      series: [{ name: 'One', values: [1, null] }],
      stacked: false,
      values: true,
      legend: true,
      classic: null,
      scale: { from: 0, to: 2, step: 1 },
    },
  },
  {
    ...at(100),
    kind: 'connector',
    form: 'elbow',
    from: [10, 10],
    to: [90, 60],
    isDown: false,
    path: '',
    line,
    start: { head: 'circle', tied: { block: 'a', site: 3 } },
    end: { head: 'triangle', tied: null },
  },
  {
    ...at(110, { rotation: 15 }),
    kind: 'group',
    items: [{ ...at(110), kind: 'text', text: { paragraphs: [paragraph('Turned', [90])] } }],
  },
]

function presentation(
  objects: readonly SceneItem[],
  fragments: readonly SceneFragment[] = [],
  more: Partial<Presentation> = {},
): Presentation {
  const slide = (list: readonly SceneItem[], notes: string) => ({
    scene: { id: '1', background: { fill: null, number: null }, items: list, fragments },
    ...{ title: null, notes, hidden: false },
    transition: { style: 'morph', speed: 'slow', isBelow: false, advance: 1500 } as const,
  })
  const file = { bytes: new Uint8Array([1]), extension: 'png' }
  return {
    ...{
      title: 'Tides <&>',
      author: 'Ada',
      language: 'en',
      created: new Date(0),
      look,
      box: { width: 960, height: 700 },
    },
    slides: [slide(objects, 'First\nSecond & last'), slide([], '')],
    slideOf: (link) => (link === '#/1' ? 1 : null),
    picture: () => ({ ...file, vector: new Uint8Array([2]) }),
    raster: () => file,
    media: (src) => (src.startsWith('/m/') ? { bytes: new Uint8Array([3]), extension: 'mp4' } : null),
    animates: true,
    ...more,
  }
}

const contentOf = (parts: readonly Part[], path: string): string =>
  parts.find((part) => part.path === path)?.content as string
const slideOf = (parts: readonly Part[]): string => contentOf(parts, 'ppt/slides/slide1.xml')

test('every part is well-formed XML, is named among the content types, and refers to parts that are there', () => {
  const parts = powerpointParts(presentation(items))
  const paths = new Set(parts.map(({ path }) => path))
  const types = contentOf(parts, '[Content_Types].xml')
  for (const { path, content } of parts) {
    if (!/\.(xml|rels)$/.test(path)) {
      expect(types, path).toContain(`Extension="${path.split('.').at(-1)}"`)
      continue
    }
    expect(() => new JSDOM(content as string, { contentType: 'text/xml' }), path).not.toThrow()
    if (!path.endsWith('.rels')) continue
    const source = path.replace('_rels/', '').replace('.rels', '')
    for (const [, target, mode] of (content as string).matchAll(/Target="([^"]*)"( TargetMode)?/g)) {
      if (mode) continue
      const found = new URL(target!, `http://x/${source}`).pathname.slice(1)
      expect(paths.has(found), `${path}: ${target}`).toBe(true)
    }
  }
  for (const [, name] of types.matchAll(/PartName="\/([^"]*)"/g)) expect(paths.has(name!), name).toBe(true)
})

test('objects of a slide have ids of their own, and lines are tied to those of their blocks', () => {
  const xml = slideOf(powerpointParts(presentation(items)))
  const plain = xml.replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
  const ids = [...plain.matchAll(/<p:cNvPr id="(\d+)"/g)].map((match) => match[1])
  expect(new Set(ids).size).toBe(ids.length)
  const tied = /<a:stCxn id="(\d+)" idx="3"\/>/.exec(xml)?.[1]
  expect(xml).toMatch(new RegExp(`<p:cNvPr id="${tied}" name="Shape`))
})

test('a deck without notes has no part for them, and colors of the theme are references', () => {
  const deck = presentation(items)
  const parts = powerpointParts({ ...deck, slides: deck.slides.map((slide) => ({ ...slide, notes: '' })) })
  expect(parts.some(({ path }) => path.includes('notes'))).toBe(false)
  expect(slideOf(parts)).toContain('<a:schemeClr val="accent1"><a:alpha val="50000"/></a:schemeClr>')
  expect(slideOf(parts)).toContain('<a:schemeClr val="tx1"/>')
})

test('each baseline of a text box is where it was measured', () => {
  const paragraphs = [
    paragraph('One two', [100, 126]),
    paragraph('Three', [170]),
    paragraph('Close', [188], { pitch: 24 }),
  ]
  const { rect, paragraphs: placed } = layOut({ paragraphs })
  let top = rect.y
  for (const { paragraph: one, before, pitch } of placed) {
    top += before
    for (const [index, { baseline, size }] of one.lines.entries()) {
      expect(top + pitch * (index + 1) - descent * size).toBeCloseTo(baseline, 1)
    }
    top += pitch * one.lines.length
  }
})

test('a text box breaks its lines alike with letters a little wider or narrower', () => {
  const { rect } = layOut({ paragraphs: [paragraph('a', [100, 126])] })
  // The lines are 300 wide, and the next word would need 150 more.
  expect(rect.x).toBe(100)
  expect(rect.width).toBeGreaterThan(330)
  expect(rect.width).toBeLessThan(420)
  const center = layOut({ paragraphs: [paragraph('a', [100, 126], { align: 'center', left: 50, right: 450 })] }).rect
  expect(center.x + center.width / 2).toBeCloseTo(250)
})

test('a line that does not break has room for a wider font', () => {
  const { rect } = layOut({ paragraphs: [paragraph('a', [100])] })
  expect(rect.x).toBe(100)
  expect(rect.width).toBeGreaterThan(300 * 1.3)
  const right = layOut({ paragraphs: [paragraph('a', [100], { align: 'right' })] })
  expect(right.rect.width - right.paragraphs[0]!.margin).toBeGreaterThan(300 * 1.3)
})

test.each([
  ['M10 10h10v5z', { x: 10, y: 10, width: 10, height: 5 }],
  ['m5,5 l10-5 .5.5', { x: 5, y: 0, width: 10.5, height: 5 }],
  ['M0 50A50 50 0 1 1 100 50A50 50 0 1 1 0 50Z', { x: 0, y: 0, width: 100, height: 100 }],
  ['M0 0Q50 100 100 0T200 0', { x: 0, y: -50, width: 200, height: 100 }],
  ['M0 0C0 40 100 40 100 0S200-40 200 0', { x: 0, y: -30, width: 200, height: 60 }],
  ['M0 0a10 10 0 0110 10', { x: 0, y: 0, width: 10, height: 10 }],
])('the box around %s is exact', (data, box) => {
  const found = pathBox(data)
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(found[side]).toBeCloseTo(box[side], 1)
  const moved = pathBox(movedPath(data, [2, 0, 0, 2, 1, 1]))
  expect(moved.width).toBeCloseTo(box.width * 2, 1)
  expect(segmentsOf(data)[0]!.kind).toBe('M')
})

test('fragments become animations: on a click, together, and by themselves after the one before', () => {
  const fragments: SceneFragment[] = [
    { step: 0, style: '', delay: 700 },
    { step: 0, style: 'fade-up', delay: null },
    { step: 1, style: 'current-visible', delay: null },
    { step: 2, style: 'fade-out', delay: null },
  ]
  const form = (fragment: number): SceneItem => ({
    ...at(0, { fragment }),
    kind: 'form',
    preset: 'rect',
    radius: 0,
    path: '',
    fill: black,
    line: null,
    shadow: null,
  })
  const list: SceneItem = {
    ...at(0),
    kind: 'text',
    text: { paragraphs: [paragraph('a', [80]), paragraph('b', [110], { fragment: 3 })] },
  }
  const xml = slideOf(powerpointParts(presentation([form(0), form(1), form(2), list], fragments)))
  const kinds = [...xml.matchAll(/presetClass="(\w+)".*?nodeType="(\w+)"/g)].map(
    ([, kind, start]) => `${kind} ${start}`,
  )
  expect(kinds).toEqual([
    'entr clickEffect',
    'entr withEffect',
    'entr afterEffect',
    'exit clickEffect',
    'exit withEffect',
  ])
  expect(xml).toContain('<p:pRg st="1" end="1"/>')
  expect(xml).toContain('<p:bldP spid="5" grpId="0" build="p"/>')
  const still = slideOf(powerpointParts(presentation([form(0)], fragments, { animates: false })))
  expect(still).not.toContain('<p:timing>')
})
