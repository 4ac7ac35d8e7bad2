import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseXml } from '../../../document/sanitize/xml.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { paragraph, place, type SampleSlide, samplePptx, shape } from '../../../testing/sample-pptx.ts'
import type { ReadSlide } from '../process/reader.ts'
import { customPaths } from './custom-geometry.ts'
import { readFill } from './fills.ts'
import { readPptx } from './read-pptx.ts'
import { SlideWork, TooMuch } from './slide-work.ts'
import { attr, childrenOf, find, firstNamed } from './xml-tree.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-hostile-pptx-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Files = Readonly<Record<string, Uint8Array | string>>

async function read(sample: readonly SampleSlide[], files: Files = {}): Promise<ReadSlide[]> {
  const path = join(folder, 'talk.pptx')
  await writeFile(path, samplePptx(sample, files))
  const slides: ReadSlide[] = []
  const sink = { begin: async () => {}, slide: async (slide: ReadSlide) => void slides.push(slide) }
  await readPptx({ path, fileName: 'talk.pptx', options: {}, size: null }, sink)
  return slides
}

const names = 'xmlns:a="a" xmlns:p="p" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const box = place(0, 0, 90, 90)
const red = '<a:solidFill><a:srgbClr val="CC0000"/></a:solidFill>'
const after: SampleSlide = { shapes: shape(2, box, paragraph('After')) }
const xml = (text: string) => {
  const { nodes, depth, attributes } = readerLimits.presentation
  return parseXml(text, { nodes, depth, attributes, namespace: null, doctype: false })!
}
const layoutOf = (shapes: string) => ({
  'ppt/slideLayouts/slideLayout1.xml': `<p:sldLayout ${names}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sldLayout>`,
})
const placeholder = (index: number, properties = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${index}"/><p:nvPr><p:ph idx="${index}"/></p:nvPr></p:nvSpPr><p:spPr>${properties}</p:spPr></p:sp>`
const frame = (data: string) =>
  `<p:graphicFrame><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`

describe('a slide with too much in it is left empty, and the report says so', () => {
  const path = (points: number) =>
    `${box}<a:custGeom><a:pathLst><a:path w="9" h="9"><a:moveTo><a:pt x="1" y="1"/></a:moveTo>${'<a:lnTo><a:pt x="1" y="1"/></a:lnTo>'.repeat(points)}</a:path></a:pathLst></a:custGeom>`
  const chart = `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache>${'<c:pt idx="0"/>'.repeat(20_000)}</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
  const deep = `${'<p:a>'.repeat(300)}${'</p:a>'.repeat(300)}`
  test.each<[string, SampleSlide, Files]>([
    ['in its number of shapes', { shapes: shape(2, box, paragraph('x')).repeat(7_000) }, {}],
    ['in shapes without a look', { shapes: shape(2, box).repeat(31_000) }, {}],
    [
      'in paths that its shapes take from their layout',
      { shapes: placeholder(1, red).repeat(200) },
      layoutOf(placeholder(1, path(4_000))),
    ],
    [
      'in cells of its tables',
      {
        shapes: frame(
          `<a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(100)}</a:tblGrid>${'<a:tr/>'.repeat(20)}</a:tbl>`,
        ).repeat(60),
      },
      {},
    ],
    [
      'in frames that show the same chart',
      {
        shapes: frame('<c:chart xmlns:c="c" r:id="rIdC"/>').repeat(160),
        relations: [['rIdC', 'chart', '../charts/chart1.xml']],
      },
      { 'ppt/charts/chart1.xml': chart },
    ],
    ['in its depth', { shapes: '', xml: `<p:sld>${deep}</p:sld>` }, {}],
    ['in its attributes', { shapes: `<p:x ${Array.from({ length: 200 }, (_, at) => `a${at}=""`).join(' ')}/>` }, {}],
    [
      'in its runs',
      {
        shapes: shape(
          2,
          box,
          `<a:p>${'<a:r><a:rPr b="1"/><a:t>x</a:t></a:r><a:r><a:t>x</a:t></a:r>'.repeat(8_000)}</a:p>`,
        ),
      },
      {},
    ],
  ])('%s', async (_, slide, files) => {
    const slides = await read([slide, after], files)
    expect(slides[0]).toMatchObject({ media: [], remarks: ['This slide has too much in it. It is empty.'] })
    expect(slides[1]!.html).toContain('After')
  })

  test('and with several such slides the file is refused', async () => {
    const slides = Array.from({ length: readerLimits.presentation.largeSlides + 1 }, () => ({
      shapes: '',
      xml: `<p:sld>${deep}</p:sld>`,
    }))
    expect(await read(slides.slice(1))).toHaveLength(slides.length - 1)
    await expect(read(slides)).rejects.toThrow(importMessages.largeSlide(slides.length))
  })
})

test('placeholders of a layout are read once, however many shapes of a slide look for theirs', async () => {
  const count = 1_000
  const layout = layoutOf(Array.from({ length: count }, (_, at) => placeholder(at, box)).join(''))
  const slide = { shapes: Array.from({ length: count }, (_, at) => placeholder(at)).join('') }
  const tests = vi.spyOn(RegExp.prototype, 'test')
  try {
    await read([slide], layout)
    expect(tests.mock.calls.length).toBeLessThan(count * 100)
  } finally {
    tests.mockRestore()
  }
})

test('the formulas of a shape are calculated once for each size of its paths, of which there is a limit', () => {
  const guides = '<a:gd name="g" fmla="*/ w 1 2"/>'.repeat(1_000)
  const paths = (size: (at: number) => number) =>
    Array.from(
      { length: 500 },
      (_, at) => `<a:path w="${size(at)}" h="9"><a:moveTo><a:pt x="g" y="1"/></a:moveTo></a:path>`,
    )
  const geometry = (size: (at: number) => number) =>
    xml(`<a:custGeom><a:gdLst>${guides}</a:gdLst><a:pathLst>${paths(size).join('')}</a:pathLst></a:custGeom>`)
  const stepsOf = (size: (at: number) => number) => {
    const work = new SlideWork()
    const step = vi.spyOn(work, 'step')
    const drawn = customPaths(geometry(size), 90, 90, work)
    return { drawn: drawn.length, steps: step.mock.calls.reduce((sum, [count]) => sum + count, 0) }
  }
  expect(stepsOf(() => 10)).toEqual({ drawn: 500, steps: 2_000 })
  const { pathSizes } = readerLimits.presentation
  expect(stepsOf((at) => at + 1)).toEqual({ drawn: pathSizes, steps: pathSizes * 1_002 })
})

test('a slide has so many steps, and no more', () => {
  const work = new SlideWork()
  work.step(readerLimits.presentation.steps)
  expect(() => work.step(1)).toThrow(TooMuch)
})

describe('what many shapes share is not read again for each of them', () => {
  test('long lists of children are looked through once', () => {
    const many = xml(`<a>${'<x/>'.repeat(1_000)}<z v="1"/><y/><z v="2"/></a>`)
    expect(childrenOf(many)).toBe(childrenOf(many))
    expect(attr(find(many, 'z'), 'v')).toBe('1')
    expect(firstNamed(many, ['y', 'z'])?.name).toBe('z')
    expect(firstNamed(many, ['n'])).toBeNull()
  })

  test('alternatives for newer programs stand in long lists as in short ones', () => {
    const one = '<AlternateContent><Choice><new/></Choice><Fallback><old/></Fallback></AlternateContent>'
    const short = xml(`<a>${one}</a>`)
    const long = xml(`<a>${'<x/>'.repeat(50)}${one}</a>`)
    expect([find(short, 'old')?.name, find(long, 'old')?.name]).toEqual(['old', 'old'])
  })

  test('the addresses of links and names of files that no program writes are left out', async () => {
    const run = '<a:r><a:rPr><a:hlinkClick r:id="rIdX"/></a:rPr><a:t>x</a:t></a:r>'
    const sample = (length: number): SampleSlide => ({
      shapes: shape(2, box, `<a:p>${run}</a:p>`),
      relations: [['rIdX', 'hyperlink', `https://a.example/${'x'.repeat(length)}`]],
    })
    const [usual, long] = await read([sample(100), sample(readerLimits.presentation.target)])
    expect(usual!.html).toContain('https://a.example/x')
    expect(long!.html).not.toContain('https://a.example/x')
  })

  test('of a gradient with thousands of stops as many are read as it may have', () => {
    let reads = 0
    const color = xml('<gs pos="20000"><srgbClr val="AA0000"/></gs>')
    const stop = {
      ...color,
      get attributes() {
        reads += 1
        return color.attributes
      },
    }
    const list = { ...xml('<gsLst/>'), children: Array.from({ length: 5_000 }, () => stop) }
    const fill = readFill(
      { ...xml('<gradFill/>'), children: [list] },
      { scheme: { theme: new Map(), map: new Map(), roles: new Map() } },
    )
    expect(fill).toMatchObject({ kind: 'gradient', css: expect.stringContaining('#aa0000 20%') })
    expect(reads).toBe(readerLimits.presentation.stops)
  })
})

describe('numbers that no program writes', () => {
  test('of animated paragraphs end', async () => {
    const range = '<p:txEl><p:pRg st="1e300" end="1e300"/></p:txEl>'
    const more = `<p:timing><p:cTn nodeType="clickEffect" presetClass="entr"><p:spTgt spid="2">${range}</p:spTgt></p:cTn></p:timing>`
    const [slide] = await read([{ shapes: shape(2, box, paragraph('There')), more }])
    expect(slide!.html).toContain('There')
  })

  test('of levels make no more lists within each other than there are levels', async () => {
    const item = (at: number) =>
      `<a:p><a:pPr lvl="${at / 100}"><a:buChar char="x"/></a:pPr><a:r><a:t>x</a:t></a:r></a:p>`
    const [slide] = await read([{ shapes: shape(2, box, Array.from({ length: 800 }, (_, at) => item(at)).join('')) }])
    expect(slide!.html.match(/<ul/g)).toHaveLength(8)
  })
})

test('the levels of a chart’s categories are limited', async () => {
  const { categoryLevels } = readerLimits.presentation
  const level = (at: number) => `<c:lvl><c:pt idx="0"><c:v>n${at}</c:v></c:pt></c:lvl>`
  const levels = Array.from({ length: 500 }, (_, at) => level(at)).join('')
  const values = '<c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val>'
  const chart = `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>${levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>${values}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
  const [slide] = await read(
    [{ shapes: frame('<c:chart xmlns:c="c" r:id="rIdC"/>'), relations: [['rIdC', 'chart', '../charts/chart1.xml']] }],
    { 'ppt/charts/chart1.xml': chart },
  )
  expect(slide!.html).toContain(`n${categoryLevels}`)
  expect(slide!.html).not.toContain(`n${categoryLevels + 1}`)
})
