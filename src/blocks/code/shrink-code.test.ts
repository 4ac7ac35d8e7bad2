import { expect, test } from 'vitest'
import type { SceneParagraph } from '../../document/powerpoint/scene.ts'
import { shrinkCode } from './shrink-code.ts'

const room = { x: 100, y: 100, width: 400, height: 220 }
/** A line of code that is 300 px wide, at a place in the list. */
const line = (index: number): SceneParagraph =>
  ({
    ...{ left: 110, right: 490, pitch: 30, runs: [{ text: 'let a', size: 20, spacing: 0 }] },
    lines: [{ left: 110, right: 410, baseline: 130 + index * 30, size: 20, first: 60 }],
  }) as unknown as SceneParagraph
const code = (count: number) => ({ paragraphs: Array.from({ length: count }, (_, index) => line(index)), isCode: true })

test('code that fits its box stays as it is', () => {
  expect(shrinkCode(code(6), room)).toEqual(code(6))
})

test('code that is longer than its box is smaller, and ends within it', () => {
  const { paragraphs, isShrunk } = shrinkCode(code(12), room)
  const [first, last] = [paragraphs[0]!, paragraphs.at(-1)!]
  expect(isShrunk).toBe(true)
  expect(first.lines[0]!.baseline).toBeLessThan(130)
  expect(last.lines[0]!.baseline).toBeLessThan(room.y + room.height)
  expect(last.runs[0]!.size / 20).toBeCloseTo(last.pitch / 30)
})

test.each([
  ['a bar above it', { ...room, y: 72, height: 100 }, { left: 115, right: 410 }],
  ['line numbers beside it', room, { left: 160, right: 480 }],
])('code with %s that fits its box stays as it is', (_, box, place) => {
  const paragraph = line(0)
  const own = { ...paragraph, lines: paragraph.lines.map((one) => ({ ...one, ...place })) }
  expect(shrinkCode({ paragraphs: [own], isCode: true }, box)).toEqual({ paragraphs: [own], isCode: true })
})
