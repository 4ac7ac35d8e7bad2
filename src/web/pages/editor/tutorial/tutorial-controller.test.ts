import { expect, test } from 'vitest'
import { timings } from '../../../../rules/timings.ts'
import { createTutorial, type TutorialEnd } from './tutorial-controller.ts'

function tour(count = 3) {
  const ends: TutorialEnd[] = []
  const controller = createTutorial(count, (end) => ends.push(end))
  return { controller, ends, step: () => controller.state.get().step }
}

test('the tour goes from the first to the last step, and then is finished exactly once', () => {
  const { controller, ends, step } = tour()
  expect(step()).toBe(0)
  controller.next()
  controller.next()
  expect(step()).toBe(2)
  controller.next()
  controller.next()
  controller.skip()
  expect(ends).toEqual(['finished'])
})

test('leaving the tour early skips it', () => {
  const { controller, ends, step } = tour()
  controller.next()
  controller.skip()
  controller.next()
  expect(ends).toEqual(['skipped'])
  expect(step()).toBe(1)
})

test('keys go forward and back, and never before the first step', () => {
  const { controller, ends, step } = tour()
  const after = (key: string) => [controller.press(key), step()]
  expect(after('ArrowLeft')).toEqual([true, 0])
  expect(after('ArrowRight')).toEqual([true, 1])
  expect(after(' ')).toEqual([true, 2])
  expect(after('Backspace')).toEqual([true, 1])
  expect(after('ArrowLeft')).toEqual([true, 0])
  expect(after('x')).toEqual([false, 0])
  controller.goTo(2)
  controller.goTo(7)
  expect(after('Escape')).toEqual([true, 2])
  expect(ends).toEqual(['skipped'])
})

test('the tour fades for 400 ms', () => {
  expect(timings.tutorialFade).toBe(400)
})
