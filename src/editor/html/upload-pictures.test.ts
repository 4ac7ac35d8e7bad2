import { expect, test } from 'vitest'
import { holdsPictures, uploadPictures } from './upload-pictures.ts'

const large = `data:image/png;base64,${'A'.repeat(9_000)}`
const tiny = 'data:image/png;base64,AAAA'

test('large pictures in data: URLs become files, each once; tiny ones stay', async () => {
  const sent: File[] = []
  const html = `<img src="${large}"><img src="${tiny}"><img src="${large}">`
  expect([holdsPictures(html), holdsPictures(tiny)]).toEqual([true, false])
  const result = await uploadPictures(html, async (file) => {
    sent.push(file)
    return { url: '/m/1.png', width: 1, height: 1 }
  })
  expect(result).toBe(`<img src="/m/1.png"><img src="${tiny}"><img src="/m/1.png">`)
  expect(sent.map(({ type, size }) => [type, size])).toEqual([['image/png', 6750]])
})

test('a picture that cannot be uploaded does not stop the import', async () => {
  const html = `<p>Words</p><img src="${large}">`
  expect(await uploadPictures(html, () => Promise.reject(new Error('full')))).toBe(html)
})
