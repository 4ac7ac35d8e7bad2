import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readerLimits } from '../../../rules/reader-limits.ts'
import { pdfOfPages, samplePdf } from '../../../testing/sample-pdf.ts'
import type { ReadSlide } from '../process/reader.ts'
import { readPdf, slideSizeFor } from './read-pdf.ts'
import { textBlock } from './text-blocks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-pdf-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(file: Uint8Array, pdf: string): Promise<ReadSlide[]> {
  const path = join(folder, 'talk.pdf')
  await writeFile(path, file)
  const slides: ReadSlide[] = []
  const sink = { begin: async () => {}, slide: async (slide: ReadSlide) => void slides.push(slide) }
  await readPdf({ path, fileName: 'talk.pdf', options: { pdf }, size: null }, sink)
  return slides
}

describe('the pages of a PDF', () => {
  test('become texts and shapes where they stand', async () => {
    const [slide] = await read(samplePdf('Ferns'), 'editable')
    expect(slide!.media).toEqual([])
    expect(slide!.html).toMatch(
      /data-block-type="shape"[^>]*left: 106.67px; top: 346.67px; width: 400px; height: 266.67px;/,
    )
    expect(slide!.html).toMatch(/font-size: 53.33px;[^>]*font-weight: normal;[^>]*><div[^>]*><p>Ferns<\/p>/)
    expect(slide!.html).toContain('<p>This is page 1</p>')
  })

  test('keep what is no text, rectangle or picture in one drawing behind the texts', async () => {
    const curve = '1 0 0 rg 100 100 m 200 300 400 300 500 100 c f BT /F1 20 Tf 80 380 Td (Above) Tj ET'
    const [slide] = await read(pdfOfPages([{ content: curve }]), 'editable')
    expect(slide!.media.map(({ drawn }) => drawn?.type)).toEqual(['image/png'])
    expect(slide!.html.indexOf('import:drawing-1')).toBeLessThan(slide!.html.indexOf('Above'))
  })

  test('keep gradients in the drawing, and white rectangles as shapes', async () => {
    const pattern = {
      text: '<< /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 960 540] /Function << /FunctionType 2 /Domain [0 1] /C0 [0 0 1] /C1 [1 0 0] /N 1 >> >> >>',
    }
    const content = '1 1 1 rg 0 0 960 540 re f /Pattern cs /P1 scn 0 0 960 540 re f 1 1 1 rg 80 80 300 200 re f'
    const [slide] = await read(pdfOfPages([{ content }], [pattern], '/Pattern << /P1 4 0 R >>'), 'editable')
    const [drawing] = slide!.media
    const { dominant } = await sharp(drawing!.bytes).stats()
    expect(dominant.r + dominant.b).toBeGreaterThan(200)
    expect(dominant.g).toBeLessThan(20)
    expect(slide!.html).toMatch(/data-block-type="shape"[^>]*left: 106.67px; top: 346.67px; width: 400px;/)
  })

  test('join lines to paragraphs, and part them where a line ends early', async () => {
    const line = (y: number, text: string) => `BT /F1 20 Tf 80 ${y} Td (${text}) Tj ET `
    const content =
      line(400, 'The first line of a text is long and') +
      line(376, 'ends here.') +
      line(352, 'Another paragraph begins here')
    const [slide] = await read(pdfOfPages([{ content }]), 'editable')
    const text = slide!.html.replaceAll(/ style="[^"]*"/g, '')
    expect(text).toContain('<p>The first line of a text is long and ends here.</p><p>Another paragraph begins here</p>')
  })

  test.each([0, 2, 3, 4])('keep words whose letters are %i points apart', async (apart) => {
    const content = `BT /F1 17 Tf ${apart} Tc 80 400 Td (NORTHWIND CYCLES) Tj ET`
    const [slide] = await read(pdfOfPages([{ content }]), 'editable')
    expect(slide!.html).toContain('<p>NORTHWIND CYCLES</p>')
  })

  test('become pictures if they have more parts than a slide may have', async () => {
    const content = Array.from({ length: 5_000 }, (_, at) => `${at % 2} 0 0 rg ${at % 900} ${at % 500} 5 5 re f`).join(
      '\n',
    )
    const [slide] = await read(pdfOfPages([{ content }]), 'editable')
    expect(slide!.html).toContain('import:page-1')
    expect(slide!.html).not.toContain('data-block-type="shape"')
    expect(slide!.remarks).toEqual(['This page has too many parts to be edited. It became a picture.'])
    // Control: the parts are drawn.
    const { channels } = await sharp(slide!.media[0]!.bytes).stats()
    expect(channels[1]!.mean).toBeLessThan(250)
  })

  test('keep the pictures beyond the most that become blocks in the drawing', async () => {
    const count = readerLimits.pdf.pictures + 20
    const picture = {
      text: '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 >>',
      stream: Buffer.from([200, 0, 0]),
    }
    const content = Array.from({ length: count }, (_, at) => `q 9 0 0 9 ${(at % 90) * 10} ${20 + at} cm /X4 Do Q`).join(
      ' ',
    )
    const [slide] = await read(pdfOfPages([{ content }], [picture], '/XObject << /X4 4 0 R >>'), 'editable')
    const names = slide!.media.map(({ name }) => name.replace(/-.*/, ''))
    expect(names.filter((name) => name === 'picture')).toHaveLength(readerLimits.pdf.pictures)
    expect(names).toContain('drawing')
  })

  test('become pictures: flat ones as PNG, with their words behind', async () => {
    const slides = await read(samplePdf('Ferns', 'Mosses'), 'pictures')
    expect(slides.map(({ media }) => media[0]?.drawn?.type)).toEqual(['image/png', 'image/png'])
    expect(slides[1]!.html.indexOf('Mosses')).toBeLessThan(slides[1]!.html.indexOf('import:page-2'))
  })
})

test.each([
  [
    { width: 960, height: 540 },
    { width: 1280, height: 720 },
  ],
  [
    { width: 720, height: 525 },
    { width: 960, height: 700 },
  ],
  [
    { width: 842, height: 595 },
    { width: 1123, height: 794 },
  ],
  [
    { width: 500, height: 1000 },
    { width: 480, height: 960 },
  ],
  [
    { width: 2, height: 140_000 },
    { width: 200, height: 960 },
  ],
])('a page of %o gets a slide of %o', (page, slide) => {
  expect(slideSizeFor(page)).toEqual(slide)
})

test('the end of each line is looked at for a parted word, not the text before it', () => {
  const look = { family: '', bold: false, italic: false, color: '#000000' }
  const words = (at: number) => (at === 0 ? 'a parted hyphen\u2010' : 'ation and more words in a line')
  const lines = Array.from({ length: 400 }, (_, at) => ({
    ...{ runs: [{ text: words(at), size: 10, look }], left: 10, right: 200, baseline: at * 12, size: 10 },
  }))
  const test = vi.spyOn(RegExp.prototype, 'test')
  try {
    const { props } = textBlock(lines, { scale: 1, x: 0, y: 0 })
    const read = test.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    expect(read).toBeLessThan(lines.length * 100)
    expect((props as { readonly html: string }).html).toMatch(/^<p>a parted hyphen\u2010ation and more/)
  } finally {
    test.mockRestore()
  }
})
