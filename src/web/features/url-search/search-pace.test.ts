import { expect, test } from 'vitest'
import { rates } from '../../../rules/rate-limits.ts'
import { searchPace } from './search-pace.ts'

/** The times, in ms, of the searches sent while a letter is typed every `key` ms. */
function typing(key: number, minutes: number): number[] {
  const pace = searchPace()
  const sent: number[] = []
  for (let now = 0; now < minutes * 60_000; now += key) {
    if (now - (sent.at(-1) ?? Number.NEGATIVE_INFINITY) < pace.interval(now)) continue
    sent.push(now)
    pace.searched(now)
  }
  return sent
}

test.each([30, 100, 250, 400])('typing a letter every %d ms for five minutes stays below the rate limit', (key) => {
  const sent = typing(key, 5)
  const most = Math.max(...sent.map((from) => sent.filter((time) => time >= from && time < from + 60_000).length))
  expect(most).toBeLessThanOrEqual(rates.search.tries - 5)
})

test('the first words are searched every 300 ms', () => {
  const sent = typing(100, 1)
  expect(sent.filter((time) => time < 6_000)).toHaveLength(20)
  expect(Math.min(...sent.slice(1).map((time, index) => time - sent[index]!))).toBe(300)
})
