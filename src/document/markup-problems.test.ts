import { expect, test } from 'vitest'
import { markupProblems } from './markup-problems.ts'

test('valid markup has no problems', () => {
  expect(markupProblems('<section><p>One<p>Two<br><img src="a.png"></section>')).toEqual([])
})

test.each([
  ['<section><div>open</section>', '<div>'],
  ['<p class="a" class="b">twice</p>', 'class="b'],
  ['<p>no more</p></div>', '</div>'],
])('%s has one problem, at %s', (html, place) => {
  const problems = markupProblems(html)
  expect(problems.length).toBeGreaterThan(0)
  const start = html.indexOf(place)
  expect(problems.some(({ from, to }) => from <= start + place.length && to >= start)).toBe(true)
  for (const { message } of problems) expect(message).toMatch(/^[A-Z].*\.$/)
})

test('the number of listed problems is limited', () => {
  expect(markupProblems('</x>'.repeat(500)).length).toBe(50)
})
