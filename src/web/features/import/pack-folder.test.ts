import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { importMessages } from '../../../rules/import-messages.ts'
import { packFolder } from './pack-folder.ts'

const { signal } = new AbortController()
const folderOf = (files: Readonly<Record<string, string | { size: number }>>) => ({
  name: 'Talk',
  files: Object.entries(files).map(([path, content]) => ({
    path,
    file: typeof content === 'string' ? new File([content], path) : (content as File),
  })),
})

test('a folder is packed with its paths and bytes; what no deck needs is left out', async () => {
  const files = { 'index.html': '<section>', 'img/größe.txt': 'Ä', 'css/a.css': '' }
  const others = {
    '.git/x': '1',
    'node_modules/a/b.js': '1',
    'img/.DS_Store': '1',
    'old.zip': '1',
    'IMG/GRÖSSE.txt': '2',
  }
  const packed = await packFolder(folderOf({ ...files, ...others }), signal)
  expect(packed.name).toBe('Talk')
  const unpacked = unzipSync(new Uint8Array(await packed.arrayBuffer()))
  const texts = Object.entries(unpacked).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
  expect(Object.fromEntries(texts)).toEqual({ ...files, 'IMG/GRÖSSE.txt': '2' })
})

test.each([
  ['without files', {}, importMessages.emptyFolder],
  ['without a page', { 'a.png': 'x' }, importMessages.noPageInFolder],
  ['over 100 MB', { 'index.html': { size: 60_000_000 }, 'a.png': { size: 40_000_001 } }, importMessages.tooLarge],
  [
    'with too many files',
    Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.html`, ''])),
    importMessages.tooManyFiles,
  ],
])('a folder %s is refused before it is sent', async (_, files, message) => {
  await expect(packFolder(folderOf(files), signal)).rejects.toThrow(message)
})
