import { expect, test } from 'vitest'
import { contentOfFiles } from './content-of-files.ts'

const file = (name: string, text: string, type = '') => new File([text], name, { type })

test('a dropped text file is read according to its type', async () => {
  expect(await contentOfFiles([file('a.csv', 'a,b\n1,2', 'text/csv')])).toMatchObject({
    text: 'a,b\n1,2',
    code: null,
    images: [],
  })
  expect(await contentOfFiles([file('a.ts', 'let a = 1')])).toMatchObject({ text: 'let a = 1', code: 'typescript' })
  expect(await contentOfFiles([file('a.json', '{}', 'application/json')])).toMatchObject({ text: '{}', code: 'json' })
  expect(await contentOfFiles([file('a.html', '<p>a</p>', 'text/html')])).toMatchObject({
    html: '<p>a</p>',
    text: null,
  })
})

test('images and unsupported files stay files, and unsupported files are refused with a message', async () => {
  for (const files of [
    [file('a.png', 'x', 'image/png')],
    [file('a.zip', 'x')],
    [file('a.csv', 'a'), file('b.csv', 'b')],
  ])
    expect(await contentOfFiles(files)).toMatchObject({ text: null, html: null, images: files })
  expect(await contentOfFiles([file('a.txt', 'x'.repeat(200_001))])).toMatchObject({ text: null })
})
