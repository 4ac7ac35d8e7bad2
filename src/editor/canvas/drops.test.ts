import { afterEach, describe, expect, it } from 'vitest'
import { refuseStrayDrops } from './drops.ts'

/** Something that is dragged over a page, as the browser tells it. */
function dragged(type: 'dragover' | 'drop', kinds: readonly string[]) {
  const transfer = { types: kinds, dropEffect: 'copy' }
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: transfer })
  return { event, transfer }
}

describe('a file that is dropped beside every place for it', () => {
  const page = new EventTarget()
  const end = refuseStrayDrops(page as Window)
  afterEach(end)

  it('does not take the place of the editor, and files that a place takes are left to it', () => {
    for (const type of ['dragover', 'drop'] as const) {
      const file = dragged(type, ['Files'])
      page.dispatchEvent(file.event)
      expect(file.event.defaultPrevented).toBe(true)
      expect(file.transfer.dropEffect).toBe('none')

      const words = dragged(type, ['text/plain'])
      page.dispatchEvent(words.event)
      expect(words.event.defaultPrevented).toBe(false)

      const taken = dragged(type, ['Files'])
      taken.event.preventDefault()
      page.dispatchEvent(taken.event)
      expect(taken.transfer.dropEffect).toBe('copy')
    }
  })
})
