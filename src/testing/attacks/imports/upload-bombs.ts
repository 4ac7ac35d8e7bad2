import { brotliCompressSync, constants, deflateRawSync, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { handMadeZip } from '../../hostile-zip.ts'
import { paragraph, place, samplePptx, shape } from '../../sample-pptx.ts'
import { pictureAttacks } from '../picture-attacks.ts'
import { hostilePdfs } from './hostile-pdfs.ts'

/** An upload that is made to exhaust a server. */
export interface UploadBomb {
  readonly name: string
  /** Where it is uploaded. */
  readonly way: 'media' | 'import' | 'font' | 'theme'
  readonly fileName: string
  readonly bytes: () => Buffer | Promise<Buffer>
}

const text = (content: string) => Buffer.from(content)
const deck = (slides: string, head = '') =>
  `<!doctype html><html><head><title>Deck</title>${head}</head><body><div class="reveal"><div class="slides">${slides}</div></div></body></html>`
const nested = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count)

const asImport = (fileName: string, name: string, bytes: UploadBomb['bytes']): UploadBomb => ({
  ...{ name, way: 'import', fileName, bytes },
})
const page = (name: string, html: () => string) => asImport('deck.html', name, () => text(html()))

const openSeparator = () =>
  deck(
    `<section data-markdown data-separator="^(?:a|aa)+$"><textarea data-template>${'a'.repeat(200)}b</textarea></section>`,
  )

const pages: readonly UploadBomb[] = [
  page('a page of 100,000 elements within each other', () =>
    deck(`<section>${nested('<div>', '</div>', 100_000)}</section>`),
  ),
  page('a page of 100,000 open formatting elements', () => deck(`<section>${'<b><i>'.repeat(100_000)}</section>`)),
  page('a page of 100,000 tables within each other', () => deck(`<section>${'<table>'.repeat(100_000)}</section>`)),
  page('a page of 50,000 slides', () => deck('<section>x</section>'.repeat(50_000))),
  page('a page of 200,000 attributes', () =>
    deck(`<section><p ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')}>x</p></section>`),
  ),
  page('a page of 20 MB in one word', () => deck(`<section><p>${'a'.repeat(20_000_000)}</p></section>`)),
  page('a page of 60 MB in paragraphs', () => deck(`<section>${'<p>x</p>'.repeat(7_500_000)}</section>`)),
  page('styles of 100,000 open brackets', () =>
    deck('<section>x</section>', `<style>${'a{('.repeat(100_000)}</style>`),
  ),
  page('styles of 300,000 rules', () =>
    deck('<section>x</section>', `<style>${'.a:not(.b)>c~d{color:red}'.repeat(300_000)}</style>`),
  ),
  page('styles with 50,000 selectors within each other', () =>
    deck('<section>x</section>', `<style>${':is('.repeat(50_000)}</style>`),
  ),
  page('a page whose separator of slides takes exponential time', openSeparator),
  page('a drawing whose parts repeat each other', () => {
    const levels = Array.from(
      { length: 30 },
      (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
    )
    return deck(`<section><svg><g id="g0"><path d="M0 0h9"/></g>${levels.join('')}<use href="#g30"/></svg></section>`)
  }),
]

const markdown = (name: string, content: () => string) => asImport('deck.md', name, () => text(content()))
const markdowns: readonly UploadBomb[] = [
  markdown('Markdown of 100,000 slides', () => '---\n\nx\n\n'.repeat(100_000)),
  markdown('Markdown of 50,000 quotes within each other', () => '>'.repeat(50_000)),
  markdown('Markdown of 100,000 open brackets', () => '['.repeat(100_000)),
  markdown('Markdown of 100,000 open emphases', () => '*a_'.repeat(100_000)),
  markdown('Markdown of 2,000 lists within each other', () =>
    Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at * 2)}- x`).join('\n'),
  ),
]

/** An entry of zeros, packed; it may claim another size. */
const zeros = (size: number) => Buffer.alloc(size)
const zip = (name: string, bytes: UploadBomb['bytes']) => asImport('deck.zip', name, bytes)
const zips: readonly UploadBomb[] = [
  zip('a ZIP that unpacks to 600 MB', () => handMadeZip([{ name: 'index.html', bytes: zeros(600_000_000) }])),
  zip('a ZIP that unpacks to 600 MB and claims 1 kB', () =>
    handMadeZip([{ name: 'index.html', bytes: zeros(600_000_000), size: 1_000 }]),
  ),
  zip('a ZIP of 60,000 files', () =>
    handMadeZip(
      Array.from({ length: 60_000 }, (_, at) => ({ name: `${at}.txt`, bytes: text('x') })),
      60_000,
    ),
  ),
  zip('a ZIP whose files share their bytes', () =>
    handMadeZip([
      { name: 'index.html', bytes: zeros(50_000_000) },
      ...Array.from({ length: 2_000 }, (_, at) => ({
        name: `${at}.html`,
        bytes: zeros(0),
        offset: 0,
        size: 50_000_000,
      })),
    ]),
  ),
  zip('a ZIP within a ZIP', () =>
    handMadeZip([{ name: 'deck.zip', bytes: handMadeZip([{ name: 'index.html', bytes: zeros(50_000_000) }]) }]),
  ),
  zip('a ZIP of 1,000 pictures of 196 megapixels', async () => {
    const png = await pictureAttacks[0]!.bytes()
    const names = Array.from({ length: 1_000 }, (_, at) => `${at}.png`)
    const html = deck(names.map((name) => `<section><img src="${name}"></section>`).join(''))
    return handMadeZip([
      { name: 'index.html', bytes: text(html) },
      ...names.map((name) => ({ name, bytes: png.subarray(0, 50_000) })),
    ])
  }),
  zip('a ZIP whose page has 100 MB', () =>
    handMadeZip([{ name: 'index.html', bytes: text(deck(`<section>${'<p>x</p>'.repeat(12_500_000)}</section>`)) }]),
  ),
]

const presentation = (name: string, bytes: UploadBomb['bytes']) => asImport('deck.pptx', name, bytes)
const slide = (shapes: string) => samplePptx([{ shapes }])
const entities = () => {
  const levels = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`)
  return `<?xml version="1.0"?><!DOCTYPE p:sld [<!ENTITY e0 "x">${levels.join('')}]><p:sld><p:cSld>&e20;</p:cSld></p:sld>`
}
const presentations: readonly UploadBomb[] = [
  presentation('a presentation with entities of entities', () => samplePptx([{ shapes: '', xml: entities() }])),
  presentation('a presentation of 2,400 slides', () =>
    samplePptx(Array.from({ length: 2_400 }, () => ({ shapes: shape(2, place(0, 0, 9, 9), paragraph('x')) }))),
  ),
  presentation('a slide of 200,000 shapes', () => slide(shape(2, place(0, 0, 9, 9), paragraph('x')).repeat(200_000))),
  presentation('a slide of 50,000 groups within each other', () =>
    slide(nested('<p:grpSp><p:nvGrpSpPr/><p:grpSpPr/>', '</p:grpSp>', 50_000)),
  ),
  presentation('a slide of 200 MB of spaces', () => slide(' '.repeat(200_000_000))),
  presentation('a slide with a word of 50 MB', () =>
    slide(shape(2, place(0, 0, 9, 9), paragraph('x'.repeat(50_000_000)))),
  ),
  presentation('a slide with 1,000,000 attributes', () =>
    slide(`<p:sp ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  ),
  presentation('a path of 1,000,000 points', () =>
    slide(
      `<p:sp><p:spPr>${place(0, 0, 90, 90)}<a:custGeom><a:pathLst><a:path w="9" h="9">${'<a:lnTo><a:pt x="1" y="1"/></a:lnTo>'.repeat(1_000_000)}</a:path></a:pathLst></a:custGeom></p:spPr></p:sp>`,
    ),
  ),
  presentation('formulas of a shape that grow without end', () => {
    const guides = Array.from({ length: 5_000 }, (_, at) => `<a:gd name="g${at + 1}" fmla="*/ g${at} g${at} 1"/>`)
    return slide(
      `<p:sp><p:spPr>${place(0, 0, 90, 90)}<a:custGeom><a:gdLst><a:gd name="g0" fmla="val 9"/>${guides.join('')}</a:gdLst><a:pathLst><a:path w="g5000" h="g5000"><a:moveTo><a:pt x="g5000" y="g5000"/></a:moveTo></a:path></a:pathLst></a:custGeom></p:spPr></p:sp>`,
    )
  }),
  presentation('animations of paragraphs without end', () =>
    samplePptx([
      {
        shapes: shape(2, place(0, 0, 9, 9), paragraph('x')),
        more: '<p:timing><p:cTn nodeType="clickEffect" presetClass="entr"><p:spTgt spid="2"><p:txEl><p:pRg st="1e300" end="1e300"/></p:txEl></p:spTgt></p:cTn></p:timing>',
      },
    ]),
  ),
  presentation('4,000 paths of a size of their own, with 4,000 formulas', () => {
    const guides = '<a:gd name="g" fmla="*/ w 1 2"/>'.repeat(4_000)
    const paths = Array.from(
      { length: 4_000 },
      (_, at) => `<a:path w="${at + 1}" h="9"><a:moveTo><a:pt x="g" y="1"/></a:moveTo></a:path>`,
    )
    return slide(
      `<p:sp><p:spPr>${place(0, 0, 90, 90)}<a:custGeom><a:gdLst>${guides}</a:gdLst><a:pathLst>${paths.join('')}</a:pathLst></a:custGeom></p:spPr></p:sp>`,
    )
  }),
  presentation('a link of 400,000 characters on 4,000 words', () =>
    samplePptx([
      {
        shapes: shape(
          2,
          place(0, 0, 9, 9),
          `<a:p>${'<a:r><a:rPr><a:hlinkClick r:id="rIdX"/></a:rPr><a:t>x</a:t></a:r>'.repeat(4_000)}</a:p>`,
        ),
        relations: [['rIdX', 'hyperlink', `https://a.example/${'x'.repeat(400_000)}`]],
      },
    ]),
  ),
  presentation('a table of 1,000,000,000 cells', () =>
    slide(
      `<p:graphicFrame>${place(0, 0, 90, 90)}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid>${'<a:gridCol w="1"/>'.repeat(1_000)}</a:tblGrid><a:tr h="1"><a:tc gridSpan="1000000" rowSpan="1000000"><a:txBody><a:p/></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ),
  ),
  presentation('a slide of 10,000,000 x 10,000,000 px', () =>
    samplePptx([{ shapes: shape(2, place(0, 0, 9, 9), paragraph('x')) }], {
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst><p:sldSz cx="95250000000000" cy="95250000000000"/></p:presentation>',
    }),
  ),
]

/** A WOFF2 whose only table unpacks to `size` bytes. */
function font(size: number, claimed: number): Buffer {
  const stream = brotliCompressSync(Buffer.alloc(size), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const number = [28, 21, 14, 7, 0].map((bits) => ((claimed >>> bits) & 0x7f) | (bits > 0 ? 0x80 : 0))
  while (number[0] === 0x80) number.shift()
  const head = Buffer.alloc(48)
  head.write('wOF2\0\x01\0\0', 0, 'latin1')
  head.writeUInt32BE(49 + number.length + stream.length, 8)
  head.writeUInt16BE(1, 12)
  head.writeUInt32BE(stream.length, 20)
  return Buffer.concat([head, Buffer.from([1, ...number]), stream])
}

const fonts: readonly UploadBomb[] = [
  {
    ...{ name: 'a font that unpacks to 500 MB', way: 'font', fileName: 'a.woff2' },
    bytes: () => font(500_000_000, 500_000_000),
  },
  {
    ...{ name: 'a font that unpacks to 500 MB and claims 1 kB', way: 'font', fileName: 'a.woff2' },
    bytes: () => font(500_000_000, 1_000),
  },
]
const themes: readonly UploadBomb[] = [
  {
    ...{ name: 'a theme that unpacks to 600 MB', way: 'theme', fileName: 'theme.zip' },
    bytes: () => handMadeZip([{ name: 'theme.json', bytes: zeros(600_000_000) }]),
  },
  {
    ...{ name: 'a theme whose description is nested 1,000,000 times', way: 'theme', fileName: 'theme.zip' },
    bytes: () => handMadeZip([{ name: 'theme.json', bytes: text('['.repeat(1_000_000)) }]),
  },
]
const drawings: readonly UploadBomb[] = [
  ['entities of entities', entities().replaceAll('p:sld', 'svg')],
  [
    '100,000 groups within each other',
    `<svg xmlns="http://www.w3.org/2000/svg">${nested('<g>', '</g>', 100_000)}</svg>`,
  ],
  [
    'a filter of 1,000,000 px',
    '<svg xmlns="http://www.w3.org/2000/svg" width="1000000" height="1000000"><filter id="f"><feGaussianBlur stdDeviation="99999"/></filter><rect filter="url(#f)" width="1000000" height="1000000"/></svg>',
  ],
].map(([name, source]) => ({
  ...({ name: `a drawing with ${name}`, way: 'media', fileName: 'a.svg' } as const),
  bytes: () => text(String(source)),
}))

/** A picture with all its pixels. */
const whole = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 1 })
    .toBuffer()

const wholePictures: readonly UploadBomb[] = [
  [14_000, 14_000],
  [39_000, 1_000],
].map(([width = 0, height = 0]) => ({
  ...({ name: `a whole PNG of ${width} x ${height}`, way: 'media', fileName: 'a.png' } as const),
  bytes: () => whole(width, height),
}))

const pictures: readonly UploadBomb[] = pictureAttacks.map(({ name, type, bytes }) => ({
  ...{ name, way: 'media', fileName: `a.${type.replace('image/', '')}`, bytes },
}))
const pdfs: readonly UploadBomb[] = hostilePdfs.map(({ name, bytes }) => asImport('deck.pdf', `as PDF, ${name}`, bytes))

/** All of them: each format of each way. */
export const uploadBombs: readonly UploadBomb[] = [
  ...[...pictures, ...wholePictures, ...drawings, ...pdfs, ...pages, ...markdowns],
  ...[...zips, ...presentations, ...fonts, ...themes],
]

/** Bombs for readers without a guard, which must need too much: a PNG, a ZIP's entry and a text of a PNG. */
export const rawBombs = {
  picture: () => whole(14_000, 14_000),
  entry: () => deflateRawSync(zeros(600_000_000)),
  profile: () => deflateSync(zeros(500_000_000)),
}
