import { expect, test } from 'vitest'
import { lostOfPage, readRandomPage } from '../../../testing/lost-content.ts'
import { randomPage } from '../../../testing/random-page.ts'

const count = Number(process.env.DECKS ?? 25)
const seed = Number(process.env.SEED ?? 1)

test('any presentation is imported with every slide, word, link, note and picture', async () => {
  const lost: string[] = []
  for (let at = seed; at < seed + count; at++) {
    const page = randomPage(at)
    const read = await readRandomPage(page)
    const says = read.remarks.some((remark) => remark.includes('not allowed in drawings'))
    if (page.drawnLinks.length > 0 && !says) lost.push(`seed ${at}: no remark on the links of drawings`)
    lost.push(...lostOfPage(page, read.html, read.media).map((one) => `seed ${at}: ${one}`))
  }
  expect(lost).toEqual([])
})
