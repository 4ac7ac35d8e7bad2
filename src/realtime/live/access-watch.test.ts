import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccessWatch } from './access-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that is refused again during an older check still follows again later', async () => {
  const answers: ((isOpen: boolean) => void)[] = []
  const onOpen = vi.fn()
  const isOpen = () => new Promise<boolean>((resolve) => answers.push(resolve))
  const watch = new AccessWatch({ isOpen, onOpen })
  watch.start()
  watch.now()
  watch.stop()
  watch.start()
  answers[0]?.(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([answers.length, onOpen.mock.calls.length]).toEqual([2, 0])
  answers[1]?.(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(onOpen).toHaveBeenCalledOnce()
  watch.stop()
})
