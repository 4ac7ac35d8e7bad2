import { globSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { nameTable, sampleFont, sampleFontWithBits, sampleTables, sfntOf } from '../../testing/sample-fonts.ts'
import { mayEmbed, readFont } from './read-font.ts'

const damaged = 'This font file is damaged'
const noFont = 'Please choose a font file: WOFF2, WOFF, TTF or OTF'

/** The sample font with its tables changed. */
async function changed(change: (tables: Map<string, Buffer>) => void, flavor?: string): Promise<Buffer> {
  const tables = await sampleTables()
  change(tables)
  return sfntOf(tables, flavor)
}

const without = (tag: string) => changed((tables) => tables.delete(tag))

/** A WOFF2 with one table of zeros that is unpacked to `size` bytes. */
function bomb(size: number, claimed = size): Buffer {
  const stream = brotliCompressSync(Buffer.alloc(size), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
  const number = [28, 21, 14, 7, 0].map((bits) => ((claimed >>> bits) & 0x7f) | (bits > 0 ? 0x80 : 0))
  while (number[0] === 0x80) number.shift()
  const head = Buffer.alloc(48)
  head.write('wOF2\0\x01\0\0', 0, 'latin1')
  const directory = Buffer.from([1, ...number])
  head.writeUInt32BE(48 + directory.length + stream.length, 8)
  head.writeUInt16BE(1, 12)
  head.writeUInt32BE(stream.length, 20)
  return Buffer.concat([head, directory, stream])
}

/** A WOFF with one table. */
function woff(stored: Buffer, claimed: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('wOFF\0\x01\0\0', 0, 'latin1')
  bytes.writeUInt32BE(64 + stored.length, 8)
  bytes.writeUInt16BE(1, 12)
  bytes.write('head', 44, 'latin1')
  for (const [index, value] of [64, stored.length, claimed].entries()) bytes.writeUInt32BE(value, 48 + index * 4)
  return Buffer.concat([bytes, stored])
}

describe('a font', () => {
  test.each(['woff2', 'woff', 'ttf'] as const)(
    'as %s is read with family, weight, style and license bits',
    async (format) => {
      const facts = { family: 'KaTeX_Typewriter', weights: [400, 400], style: 'normal', licenseBits: 0 }
      expect(await readFont(sampleFont(format))).toEqual({ format, ...facts })
    },
  )

  test('bold and italic is read as such', async () => {
    const facts = { weights: [700, 700], style: 'italic' }
    expect(await readFont(sampleFont('woff2', 'KaTeX_Main-BoldItalic'))).toMatchObject(facts)
  })

  test('that is bundled is read, variable ones with their range of weights', async () => {
    const files = globSync('node_modules/@fontsource*/*/files/*latin-{wght,400}-normal.woff2')
    expect(files.length).toBeGreaterThan(10)
    const read = await Promise.all(files.map(async (path) => [path, await readFont(readFileSync(path))] as const))
    for (const [path, { weights }] of read)
      expect([path, weights[0] < weights[1]]).toEqual([path, path.includes('wght')])
  })

  test('with CFF outlines is an OTF', async () => {
    const font = await changed((tables) => {
      tables.delete('glyf')
      tables.set('CFF ', Buffer.alloc(64))
    }, 'OTTO')
    expect(await readFont(font)).toMatchObject({ format: 'otf' })
  })

  test('whose names overlap to 650 MB is read without them', async () => {
    const count = 10_000
    const names = Buffer.alloc(6 + count * 12 + 66_000, '!')
    names.writeUInt16BE(count, 2)
    names.writeUInt16BE(65_535, 4)
    for (let index = 0; index < count; index += 1) {
      const record = [1, 0, 0, 1, 65_535, 0]
      for (const [field, value] of record.entries()) names.writeUInt16BE(value, 6 + index * 12 + field * 2)
    }
    const font = await changed((tables) => tables.set('name', names))
    const before = process.memoryUsage().rss
    expect(await readFont(font)).toMatchObject({ format: 'ttf' })
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
  })

  test('gets a family name that can stand in a style sheet', async () => {
    const font = await changed((tables) => {
      tables.set('name', nameTable('Evil";}\u0000{x'))
    })
    expect((await readFont(font)).family).toBe('Evil x')
  })
})

describe('a file is refused', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['that is empty', () => Buffer.alloc(0), noFont],
    ['that is no font', () => Buffer.from('<!doctype html><p>Hello</p>'), noFont],
    ['that is a picture', () => Buffer.from('\x89PNG\r\n\x1a\n'.padEnd(200, '\0'), 'latin1'), noFont],
    [
      'that is a collection',
      () => Buffer.from('ttcf'.padEnd(100, '\0'), 'latin1'),
      'This is a collection of fonts. Please upload its fonts one by one',
    ],
    ['that ends early', () => sampleFont('ttf').subarray(0, 4_000), damaged],
    ['that is a WOFF that ends early', () => sampleFont('woff').subarray(0, 4_000), damaged],
    ['that is a WOFF2 that ends early', () => sampleFont('woff2').subarray(0, 4_000), damaged],
    ['that is a WOFF2 with bytes behind its end', () => Buffer.concat([sampleFont(), Buffer.alloc(9)]), damaged],
    ['without metrics', () => without('hmtx'), damaged],
    ['without a character map', () => without('cmap'), damaged],
    ['without OS/2', () => without('OS/2'), damaged],
    ['without outlines', () => without('glyf'), 'This font has no outlines'],
    ['without names', () => changed((t) => t.set('name', Buffer.alloc(6))), 'This font does not name its family'],
    ['with a false magic number', () => changed((tables) => tables.get('head')?.fill(0, 12, 16)), damaged],
    ['with more glyphs than offsets', () => changed((tables) => tables.get('maxp')?.writeUInt16BE(60_000, 4)), damaged],
    [
      'with glyphs behind the end',
      () => changed((tables) => tables.set('glyf', (tables.get('glyf') as Buffer).subarray(0, 100))),
      damaged,
    ],
    [
      'with overlapping tables',
      async () => {
        const font = sfntOf(await sampleTables())
        font.writeUInt32BE(font.readUInt32BE(12 + 8), 12 + 16 + 8)
        return font
      },
      damaged,
    ],
    [
      'with a table twice',
      async () => {
        const font = sfntOf(await sampleTables())
        font.copy(font, 12 + 16, 12, 12 + 4)
        return font
      },
      damaged,
    ],
    ['that unpacks to more than it says', () => bomb(20_000_000, 100), damaged],
    ['that unpacks to less than it says', () => bomb(100, 20_000), damaged],
    [
      'that says it unpacks to 100 MB',
      () => bomb(1_000_000, 100_000_000),
      'This font is too large when it is unpacked',
    ],
    ['that is a WOFF with more than it says', () => woff(deflateSync(Buffer.alloc(5_000_000)), 5_000), damaged],
    ['that is a WOFF with another stream', () => woff(Buffer.alloc(30, 7), 500), damaged],
  ])('%s', async (_, make, message) => {
    await expect(readFont(await make())).rejects.toThrow(message)
  })

  test('whatever byte of its head is changed: an answer or a refusal, never another error', async () => {
    for (const format of ['woff2', 'woff', 'ttf'] as const) {
      const font = sampleFont(format)
      for (let at = 0; at < 200; at += 1) {
        const broken = Buffer.from(font)
        broken[at] = (broken[at] as number) ^ 0xff
        const outcome = await readFont(broken).then(
          () => 'read',
          (error: Error) => error.name,
        )
        expect(['read', 'FontError']).toContain(outcome)
      }
    }
  })
})

test.each([
  [0, true],
  [2, false],
  [4, true],
  [8, true],
  [0x100, true],
  [0x200, false],
  [0x204, false],
])('license bits %i allow embedding: %s', async (bits, allowed) => {
  expect(mayEmbed((await readFont(await sampleFontWithBits(bits))).licenseBits)).toBe(allowed)
})
