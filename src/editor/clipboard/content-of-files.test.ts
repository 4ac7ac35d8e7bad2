import { expect, test } from 'vitest'
import { contentOfFiles } from './content-of-files.ts'

const file = (name: string, text: string, type = '') => new File([text], name, { type })

test('a dropped file of text is read as what it is', async () => {
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

test('pictures, and what is no content of a slide, stay files: those are refused with words', async () => {
  for (const files of [
    [file('a.png', 'x', 'image/png')],
    [file('a.zip', 'x')],
    [file('a.csv', 'a'), file('b.csv', 'b')],
  ])
    expect(await contentOfFiles(files)).toMatchObject({ text: null, html: null, images: files })
  expect(await contentOfFiles([file('a.txt', 'x'.repeat(200_001))])).toMatchObject({ text: null })
})
