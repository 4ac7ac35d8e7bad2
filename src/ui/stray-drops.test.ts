import { afterEach, describe, expect, it } from 'vitest'
import { refuseStrayDrops } from './stray-drops.ts'

/** A drag event as browsers dispatch it. `types`: the MIME types of the dragged data. */
function dragged(type: 'dragover' | 'drop', types: readonly string[]) {
  const transfer = { types, dropEffect: 'copy' }
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: transfer })
  return { event, transfer }
}

describe('a file dropped outside of every drop target', () => {
  const page = new EventTarget()
  const end = refuseStrayDrops(page as Window)
  afterEach(end)

  it('the browser does not open a file dropped outside of every drop target, and handled drops are unaffected', () => {
    for (const type of ['dragover', 'drop'] as const) {
      const file = dragged(type, ['Files'])
      page.dispatchEvent(file.event)
      expect(file.event.defaultPrevented).toBe(true)
      expect(file.transfer.dropEffect).toBe('none')

      const text = dragged(type, ['text/plain'])
      page.dispatchEvent(text.event)
      expect(text.event.defaultPrevented).toBe(false)

      const handled = dragged(type, ['Files'])
      handled.event.preventDefault()
      page.dispatchEvent(handled.event)
      expect(handled.transfer.dropEffect).toBe('copy')
    }
  })
})
