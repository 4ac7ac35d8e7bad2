// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { standardSlide } from '../../rules/slide-size.ts'
import { openHiddenFrame } from './hidden-frame.ts'

afterEach(() => vi.restoreAllMocks())

test('a frame whose page cannot be loaded is removed, and its promise rejects', async () => {
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(null)
  const hidden = openHiddenFrame(standardSlide)
  document.querySelector('iframe')?.dispatchEvent(new Event('load'))
  await expect(hidden.frame).rejects.toThrow('could not be loaded')
  hidden.remove()
  expect(document.querySelector('iframe')).toBe(null)
})
