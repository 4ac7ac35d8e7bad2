import { expect, test } from 'vitest'
import { isOfferedAsFile } from './editor-collaboration.ts'

test.each([
  ['refused changes', 'invalid', true, true],
  ['a refused save whose changes were undone', 'invalid', false, false],
  ['changes that are not sent yet', 'changed', true, false],
  ['a saved deck', 'saved', false, false],
])('the page stays for a removed user with %s: %s, unsaved %s', (_, kind, unsaved, stays) => {
  const saver = { state: () => ({ kind }), hasUnsaved: () => unsaved } as Parameters<typeof isOfferedAsFile>[0]
  expect(isOfferedAsFile(saver)).toBe(stays)
})
