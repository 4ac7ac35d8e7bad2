import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { type HandMadeEntry, handMadeZip, unixMode } from '../../testing/hostile-zip.ts'
import { openZip, type ZipLimits } from './open-zip.ts'

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const text = Buffer.from('Hello')
const plain: HandMadeEntry = { name: 'a.txt', bytes: text }

async function stored(zip: Buffer): Promise<string> {
  count += 1
  const path = join(folder, `${count}.zip`)
  await writeFile(path, zip)
  return path
}

/** Reads all files of a ZIP as text. */
async function read(zip: Buffer, limits?: ZipLimits): Promise<Record<string, string>> {
  const opened = await openZip(await stored(zip), limits)
  try {
    const files: Record<string, string> = {}
    for (const [name, entry] of opened.files) files[name] = (await entry.bytes(1_000_000_000)).toString()
    return files
  } finally {
    opened.close()
  }
}

async function written(fill: (zip: ZipFile) => void): Promise<Buffer> {
  const zip = new ZipFile()
  fill(zip)
  zip.end()
  const parts: Buffer[] = []
  for await (const part of zip.outputStream) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

describe('a ZIP is read', () => {
  test('that the product writes', async () => {
    const zip = await written((out) => {
      out.addBuffer(text, 'theme.json')
      out.addBuffer(Buffer.from('ä'.repeat(70_000)), 'bilder/größe.txt')
      out.addEmptyDirectory('empty')
    })
    expect(await read(zip)).toEqual({ 'theme.json': 'Hello', 'bilder/größe.txt': 'ä'.repeat(70_000) })
  })

  test('with stored entries, folders and permissions', async () => {
    const folderEntry = { name: 'b/', method: 0, attributes: unixMode(0o040755) }
    expect(await read(handMadeZip([{ ...plain, method: 0 }, folderEntry, { ...plain, name: 'b/c' }]))).toEqual({
      'a.txt': 'Hello',
      'b/c': 'Hello',
    })
  })

  test('with no files', async () => {
    expect(await read(handMadeZip([]))).toEqual({})
  })
})

const damaged = 'This ZIP file is damaged'
const name = 'This ZIP file contains a file with an unsafe name'
const twice = 'This ZIP file contains a file twice'
const nested = 'This ZIP file contains another archive'
const locked = 'This ZIP file is locked by a password'
const link = 'This ZIP file contains a link'
const small: ZipLimits = { entries: 10, bytes: 1_000_000 }

/** Changes bytes at a place. */
function patched(zip: Buffer, at: number, value: number): Buffer {
  zip.writeUInt8(value, at < 0 ? zip.length + at : at)
  return zip
}

describe('an archive is refused', () => {
  const zeros = Buffer.alloc(2_000_000)
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['that is empty', () => Buffer.alloc(0), damaged],
    ['that is no ZIP', () => Buffer.from('<!doctype html>'.repeat(20)), damaged],
    ['that is truncated', () => handMadeZip([plain, { ...plain, name: 'b' }]).subarray(0, -30), damaged],
    ['that lacks its beginning', () => handMadeZip([plain]).subarray(20), damaged],
    ['with bytes behind its end', () => Buffer.concat([handMadeZip([plain]), Buffer.alloc(5)]), damaged],
    ['that claims more entries than it has', () => handMadeZip([plain], 3), damaged],
    ['of several disks', () => patched(handMadeZip([plain]), -18, 1), damaged],
    [
      'with too many entries',
      () => handMadeZip(Array.from({ length: 11 }, (_, at) => ({ ...plain, name: `${at}` }))),
      'This ZIP file has more than 10 files',
    ],
    ['that claims too many entries', () => handMadeZip([plain], 60_000), 'This ZIP file has more than 10 files'],
    [
      'a bomb that tells its size',
      () => handMadeZip([{ name: 'a', bytes: zeros }]),
      'This ZIP file is larger than 1 MB when it is unpacked',
    ],
    ['a bomb that claims to be small', () => handMadeZip([{ name: 'a', bytes: zeros, size: 100 }]), damaged],
    [
      'a bomb of many files',
      () => handMadeZip([1, 2, 3].map((at) => ({ name: `${at}`, bytes: zeros.subarray(0, 400_000) }))),
      'This ZIP file is larger than 1 MB when it is unpacked',
    ],
    ['with fewer bytes than it claims', () => handMadeZip([{ ...plain, size: 500 }]), damaged],
    ['with a stored entry of another size', () => handMadeZip([{ ...plain, method: 0, size: 3 }]), damaged],
    ['with data behind the directory', () => handMadeZip([{ ...plain, compressedSize: 5_000 }]), damaged],
    ['with another checksum', () => handMadeZip([{ ...plain, crc: 1 }]), damaged],
    ['with a broken stream', () => handMadeZip([{ ...plain, stored: Buffer.alloc(9, 0xff) }]), damaged],
    [
      'with an entry inside another',
      () => {
        const inner = { ...plain, name: 'b.txt' }
        const header = handMadeZip([inner]).subarray(0, 30 + 5 + 7)
        return handMadeZip([
          { name: 'a.txt', bytes: header, method: 0 },
          { ...inner, offset: 30 + 5 },
        ])
      },
      damaged,
    ],
    ['with two names for the same bytes', () => handMadeZip([plain, { ...plain, name: 'b.txt', offset: 0 }]), damaged],
    ['with another name in an entry’s header', () => handMadeZip([{ ...plain, localName: 'b.txt' }]), damaged],
    ['with an absolute name', () => handMadeZip([{ ...plain, name: '/etc/passwd' }]), name],
    ['with a drive', () => handMadeZip([{ ...plain, name: 'C:/windows/a.txt' }]), name],
    ['with a stream of a file', () => handMadeZip([{ ...plain, name: 'a.txt:hidden' }]), name],
    ["with '..'", () => handMadeZip([{ ...plain, name: 'a/../../b' }]), name],
    ["that begins with '..'", () => handMadeZip([{ ...plain, name: '../b' }]), name],
    ["with '.'", () => handMadeZip([{ ...plain, name: './b' }]), name],
    ['with an empty folder name', () => handMadeZip([{ ...plain, name: 'a//b' }]), name],
    ['with backslashes', () => handMadeZip([{ ...plain, name: '..\\b' }]), name],
    ['with a zero byte in a name', () => handMadeZip([{ ...plain, name: 'a.txt\0.png' }]), name],
    ['with a line break in a name', () => handMadeZip([{ ...plain, name: 'a\nb' }]), name],
    ['with an endless name', () => handMadeZip([{ ...plain, name: `${'a/'.repeat(300)}b` }]), name],
    ['with an empty name', () => handMadeZip([{ ...plain, name: '' }]), name],
    ['with a symbolic link', () => handMadeZip([{ ...plain, attributes: unixMode(0o120777) }]), link],
    ['with a device', () => handMadeZip([{ ...plain, attributes: unixMode(0o020666) }]), link],
    ['with a pipe', () => handMadeZip([{ ...plain, attributes: unixMode(0o010666) }]), link],
    ['with a file twice', () => handMadeZip([plain, plain]), twice],
    ['with a file twice in other case', () => handMadeZip([plain, { ...plain, name: 'A.TXT' }]), twice],
    [
      'with a file twice in other composition',
      () =>
        handMadeZip([
          { ...plain, name: 'ä' },
          { ...plain, name: 'a\u0308' },
        ]),
      twice,
    ],
    ['with a file that is also a folder', () => handMadeZip([plain, { ...plain, name: 'a.txt/b' }]), twice],
    ['with a folder that has bytes', () => handMadeZip([{ ...plain, name: 'a/' }]), damaged],
    ['that is encrypted', () => handMadeZip([{ ...plain, flags: 0x801 }]), locked],
    ['that is strongly encrypted', () => handMadeZip([{ ...plain, flags: 0x841 }]), locked],
    [
      'packed by another method',
      () => handMadeZip([{ ...plain, method: 14 }]),
      'This ZIP file is packed in a way that is not supported',
    ],
    ['with a ZIP in it', () => handMadeZip([{ name: 'b.zip', bytes: handMadeZip([plain]) }]), nested],
    ['with a ZIP under another name', () => handMadeZip([{ name: 'b.png', bytes: handMadeZip([plain]) }]), nested],
    [
      'with a gzip under another name',
      () => handMadeZip([{ name: 'b.png', bytes: Buffer.from('\x1f\x8b\x08abc', 'latin1') }]),
      nested,
    ],
    ['with a RAR in it', () => handMadeZip([{ ...plain, name: 'photos.RAR' }]), nested],
  ])('%s', async (_, make, message) => {
    await expect(read(await make(), small)).rejects.toThrow(message)
  })

  test('that unpacks to more than it claims, without the memory for it', async () => {
    const zip = handMadeZip([{ name: 'a', bytes: Buffer.alloc(60_000_000), size: 1_000 }])
    const before = process.memoryUsage().rss
    await expect(read(zip)).rejects.toThrow(damaged)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })
})

test('whatever byte of a ZIP is changed: an answer or a refusal, never another error', async () => {
  const zip = handMadeZip([plain, { ...plain, name: 'b.txt', method: 0 }])
  for (let at = 0; at < zip.length; at += 1) {
    const broken = Buffer.from(zip)
    broken[at] = (broken[at] as number) ^ 0xff
    const outcome = await read(broken, small).then(
      () => 'read',
      (error: Error) => error.name,
    )
    expect(['read', 'ZipError']).toContain(outcome)
  }
})
