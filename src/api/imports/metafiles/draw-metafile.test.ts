import { describe, expect, test, vi } from 'vitest'
import { sampleEmf as emf, emfRecord, emfText, ints } from '../../../testing/sample-emf.ts'
import { drawMetafile } from './draw-metafile.ts'
import { MetafileCanvas } from './metafile-canvas.ts'
import { ObjectTable } from './metafile-objects.ts'

const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, index * 2)
  return bytes
}

const green = 0x00_32_cd_32
const brush = [emfRecord(39, ints(1, 0, green, 0)), emfRecord(37, ints(1))]
const square = emfRecord(86, Buffer.concat([ints(0, 0, 9, 9, 4), words(10, 10, 60, 10, 60, 60, 10, 60)]))

const bitmapHead = (width: number, height: number) =>
  Buffer.concat([ints(40, width, height), words(1, 24), ints(0, 0, 0, 0, 0, 0)])
const bitmap = (width: number, height: number, bits: Buffer) =>
  emfRecord(
    81,
    Buffer.concat([
      ints(0, 0, 9, 9, 20, 20, 0, 0, width, height, 80, 40, 120, bits.length, 0, 0xcc0020, 100, 50),
      bitmapHead(width, height),
      bits,
    ]),
  )

const wmfRecord = (type: number, data: Buffer): Buffer =>
  Buffer.concat([ints((data.length + 6) / 2), words(type), data])

/** An older metafile, whose window runs upward. */
const wmfOf = (...records: readonly Buffer[]): Buffer =>
  Buffer.concat([
    words(1, 9, 0x300),
    ints(100),
    words(2),
    ints(20),
    words(0),
    wmfRecord(0x020b, words(100, 0)),
    wmfRecord(0x020c, words(-100, 200)),
    ...records,
    wmfRecord(0, Buffer.alloc(0)),
  ])
const wmf = wmfOf(
  wmfRecord(0x02fc, words(0, 0x3344, 0x11, 0)),
  wmfRecord(0x012d, words(0)),
  wmfRecord(0x0324, words(3, 0, 100, 200, 100, 200, 0)),
)

const svgOf = async (bytes: Buffer): Promise<string> => String((await drawMetafile(bytes))?.bytes)

describe('a metafile becomes', () => {
  test('a drawing, with its areas and words', async () => {
    const svg = await svgOf(emf(...brush, square, emfText('A <fern>')))
    expect(svg).toContain('viewBox="0 0 200 100"')
    expect(svg).toMatch(/<path d="M10 10L60 10L60 60L10 60Z" fill="#32cd32" fill-rule="evenodd" stroke="#000000"/)
    expect(svg).toMatch(/<text [^>]*>A &lt;fern&gt;<\/text>/)
  })

  test('a drawing in the direction of its window', async () => {
    const svg = await svgOf(wmf)
    expect(svg).toContain('viewBox="0 0 200 100"')
    expect(svg).toContain('d="M0 0L200 0L200 100Z" fill="#443311"')
  })

  test('a drawing with the boxes that its brush fills', async () => {
    const fill = (operation: number) => wmfRecord(0x061d, Buffer.concat([ints(operation), words(20, 50, 40, 10)]))
    const brush = [wmfRecord(0x02fc, words(0, 0x3344, 0x11, 0)), wmfRecord(0x012d, words(0))]
    const svg = await svgOf(wmfOf(...brush, fill(0xf00021), fill(0xff0062), fill(0x5a0049)))
    expect(svg.match(/<path [^>]*>/g)).toEqual([
      '<path d="M10 60L60 60L60 40L10 40Z" fill="#443311" fill-rule="evenodd"/>',
      '<path d="M10 60L60 60L60 40L10 40Z" fill="#ffffff" fill-rule="evenodd"/>',
    ])
  })

  test('a picture, if there are pictures in it', async () => {
    const png = await drawMetafile(emf(...brush, square, bitmap(2, 1, Buffer.from([0, 0, 255, 255, 0, 0, 0, 0]))))
    expect(png?.bytes.subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('the words of a metafile', () => {
  const ten = Array.from({ length: 10 }, () => 6)
  const fontName = Buffer.alloc(64)
  fontName.write('Wingdings', 'utf16le')
  const signs = [emfRecord(82, Buffer.concat([ints(1, -20, 0, 0, 0, 400, 0, 0), fontName])), emfRecord(37, ints(1))]
  const glyphs = emfText('abc', [20, 60])
  glyphs.writeInt32LE(0x10, 52)

  test.each<[string, string, readonly Buffer[]]>([
    ['are those of its texts', 'Sales 52% (2026)', [emfText('Sales'), emfText('52% (2026)', [20, 60]), emfText('•')]],
    ['join where one ends and the next begins', 'Fern', [emfText('Fe', [20, 30], ten), emfText('rn', [32, 30], ten)]],
    ['are without the letters that stand for signs', 'Sales', [emfText('Sales'), ...signs, emfText('n', [20, 60])]],
    ['are without the numbers of glyphs', 'Sales', [emfText('Sales'), glyphs]],
    ['stay apart beside each other', 'Fe rn', [emfText('Fe', [20, 30], ten), emfText('rn', [36, 30], ten)]],
  ])('%s', async (_, words, records) => {
    expect((await drawMetafile(emf(...records)))?.words).toBe(words)
  })

  test('follow each other where the file says so', async () => {
    const drawn = await drawMetafile(emf(emfRecord(22, ints(1)), emfText('I', [0, 0], ten), emfText('n', [0, 0], ten)))
    expect(drawn?.words).toBe('In')
    expect(String(drawn?.bytes)).toMatch(/<text x="0".*<text x="6"/)
  })
})

describe('nothing is drawn of', () => {
  test.each<[string, Buffer]>([
    ['an empty file', emf()],
    ['another file', Buffer.from('MZ'.padEnd(200))],
    ['a file that ends in its head', emf(square).subarray(0, 60)],
    ['points that are not there', emf(emfRecord(86, ints(0, 0, 9, 9, 0x7fffffff)))],
    ['polygons without end', emf(emfRecord(8, ints(0, 0, 9, 9, 0x7fffffff, 0x7fffffff, 0x7fffffff)))],
    ['a bitmap of a billion pixels', emf(bitmap(32_000, 32_000, Buffer.alloc(8)))],
    ['a record of no size', emf(ints(86, 0))],
  ])('%s', async (_, bytes) => {
    expect(await drawMetafile(bytes)).toBeNull()
  })

  test('more shapes than a drawing may have', async () => {
    expect(await drawMetafile(emf(...brush, ...Array.from({ length: 20_001 }, () => square)))).toBeNull()
  })

  const noPen = wmfRecord(0x02fa, words(5, 1, 0, 0, 0))
  const noBrush = wmfRecord(0x02fc, words(1, 0, 0, 0))
  const select = (index: number) => wmfRecord(0x012d, words(index))
  // Without limits these take minutes: nothing visible is drawn, so nothing else stops them.
  test.each<[string, Buffer, number]>([
    ['points that small records announce', wmfRecord(0x0324, words(32_000)), 20_000],
    ['polygons that small records announce', wmfRecord(0x0538, words(2, 0x7fff, 0x7fff)), 10_000],
    ['objects without use', wmfRecord(0x00f7, Buffer.alloc(0)), 100_000],
  ])('many %s', async (_, record, count) => {
    const records = Array.from({ length: count }, () => record)
    expect(await drawMetafile(wmfOf(noPen, select(0), noBrush, select(1), ...records))).toBeNull()
  })

  test('masks, whose pixels are not read', async () => {
    const mask = bitmap(6_000, 5_000, Buffer.alloc(8))
    mask.writeUInt32LE(0x8800c6, 68)
    expect(await drawMetafile(emf(...Array.from({ length: 3 }, () => mask)))).toBeNull()
  })
})

test('objects of metafiles take the lowest free numbers, without a search among those that are taken', () => {
  const objects = new ObjectTable()
  const canvas = new MetafileCanvas()
  const colorOf = (index: number) => {
    objects.select(index, canvas)
    return canvas.state.brush
  }
  for (let at = 0; at < 2_000; at += 1) objects.add({ brush: `#${at}` })
  const has = vi.spyOn(Map.prototype, 'has')
  try {
    for (let at = 0; at < 50; at += 1) {
      for (const index of [7, 3, 5]) objects.remove(index)
      for (const color of ['first', 'second', 'third', 'last']) objects.add({ brush: color })
    }
    expect(has.mock.calls.length).toBeLessThan(1_000)
  } finally {
    has.mockRestore()
  }
  expect([3, 5, 7, 2_000].map(colorOf)).toEqual(['first', 'second', 'third', 'last'])
})
