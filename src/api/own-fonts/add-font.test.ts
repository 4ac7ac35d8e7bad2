import { expect, test, vi } from 'vitest'
import { sampleFont } from '../../testing/sample-fonts.ts'
import { inTime } from '../../testing/wait-for.ts'
import { checkFont } from './add-font.ts'

test('of many fonts that are uploaded at once, two are in memory', async () => {
  const waiting: (() => void)[] = []
  const read = () => new Promise<Buffer>((resolve) => waiting.push(() => resolve(sampleFont())))
  const all = Promise.all(Array.from({ length: 6 }, () => checkFont(read)))
  for (let done = 0; done < 6; done += 2) {
    await vi.waitFor(() => expect(waiting).toHaveLength(2), inTime)
    for (const go of waiting.splice(0)) go()
  }
  await all
})
