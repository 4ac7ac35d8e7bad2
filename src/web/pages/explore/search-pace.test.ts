import { expect, test } from 'vitest'
import { rates } from '../../../rules/rates.ts'
import { searchPace } from './search-pace.ts'

/** The moments, in ms, at which somebody who types a letter every `key` ms for so many minutes searches. */
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

test.each([30, 100, 250, 400])('typing a letter every %d ms for five minutes is never searching too often', (key) => {
  const sent = typing(key, 5)
  const most = Math.max(...sent.map((from) => sent.filter((time) => time >= from && time < from + 60_000).length))
  expect(most).toBeLessThanOrEqual(rates.search.tries - 5)
})

test('the first words are searched as fast as they are typed, and never faster than every 300 ms', () => {
  const sent = typing(100, 1)
  expect(sent.filter((time) => time < 6_000)).toHaveLength(20)
  expect(Math.min(...sent.slice(1).map((time, index) => time - sent[index]!))).toBe(300)
})
