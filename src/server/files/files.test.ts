import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Files } from '../services.ts'
import { diskFiles } from './disk-files.ts'
import { s3Files } from './s3-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-files-'))
const store = new S3rver({
  port: 0,
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'decks', configs: [] }],
})
const before = { ...process.env }

beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER'
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
})
afterAll(async () => {
  process.env = before
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const makers: Record<string, () => Promise<Files>> = {
  'on disk': async () => diskFiles(join(folder, 'disk')),
  'in S3': async () => {
    const { port } = (await store.run()) as unknown as AddressInfo
    return s3Files({ bucket: 'decks', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' })
  },
}

describe.each(Object.keys(makers))('files %s', (name) => {
  let files: Files
  beforeAll(async () => {
    files = await (makers[name] as () => Promise<Files>)()
  })

  test('a stored file can be read, streamed, replaced and deleted', async () => {
    const key = 'media/4f/picture-one.png'
    expect(await files.read(key)).toBeNull()
    expect(await files.get(key)).toBeNull()
    await files.put(key, new Uint8Array([1, 2, 3]), 'image/png')
    expect([...((await files.read(key)) ?? [])]).toEqual([1, 2, 3])
    await files.put(key, new Uint8Array([4, 5]), 'image/png')
    const found = await files.get(key)
    expect(found).toMatchObject({ size: 2, type: 'image/png' })
    expect([...(await buffer(found?.body as NodeJS.ReadableStream))]).toEqual([4, 5])
    await files.delete(key)
    await files.delete(key)
    expect(await files.read(key)).toBeNull()
  })

  test('all files are listed', async () => {
    const keys = ['media/list-one.png', 'pictures/list-two.webp', 'thumbnails/list/three.webp']
    for (const key of keys) await files.put(key, new Uint8Array([1]), key.endsWith('png') ? 'image/png' : 'image/webp')
    const listed: string[] = []
    for await (const key of files.list()) listed.push(key)
    expect(listed.filter((key) => key.includes('list')).sort()).toEqual(keys)
    expect(new Set(listed).size).toBe(listed.length)
    await files.clearDrafts(new Date(Date.now() + 1_000))
    expect([...((await files.read('media/list-one.png')) ?? [])]).toEqual([1])
  })

  test.each([
    '../secret-key',
    'media/../../secret-key',
    '/etc/passwd',
    'media/.hidden',
    'media//x.png',
    'Media/x.png',
    'media/a\\b',
  ])('the key %s is refused', async (key) => {
    await expect(files.read(key)).rejects.toThrow('Not a file key')
    await expect(files.put(key, new Uint8Array(), 'image/png')).rejects.toThrow('Not a file key')
  })

  test('a file whose key has the extension of another type is refused', async () => {
    await expect(files.put('media/page.html', new Uint8Array(), 'image/png')).rejects.toThrow('does not end as')
  })
})

test('a failed write leaves no partial file behind', async () => {
  const files = diskFiles(join(folder, 'full'))
  await files.put('media/x/kept.png', new Uint8Array([1]), 'image/png')
  // A folder has the file's name, so the last step, the rename, fails.
  await files.put('media/x/taken.png/inside.png', new Uint8Array([1]), 'image/png')
  await expect(files.put('media/x/taken.png', new Uint8Array([2]), 'image/png')).rejects.toThrow()
  expect(readdirSync(join(folder, 'full/media/x')).sort()).toEqual(['kept.png', 'taken.png'])
})

test('the remainder of an interrupted write is not listed, and is deleted when it is old', async () => {
  const root = join(folder, 'cut')
  const files = diskFiles(root)
  const listed = async () => {
    const keys: string[] = []
    for await (const key of files.list()) keys.push(key)
    return keys
  }
  expect(await listed()).toEqual([])
  await files.put('media/whole.png', new Uint8Array([1]), 'image/png')
  writeFileSync(join(root, 'media/.draft-0123'), 'half')
  expect(await listed()).toEqual(['media/whole.png'])
  await files.clearDrafts(new Date(Date.now() - 60_000))
  expect(readdirSync(join(root, 'media')).sort()).toEqual(['.draft-0123', 'whole.png'])
  await files.clearDrafts(new Date(Date.now() + 60_000))
  expect(readdirSync(join(root, 'media'))).toEqual(['whole.png'])
})
