import { expect, test } from 'vitest'
import { staysForFile } from './editor-collaboration.ts'

test.each([
  ['profile', 'refused changes', 'invalid', true, false, true],
  ['profile', 'a refused save whose changes were undone', 'invalid', false, true, false],
  ['profile', 'changes that are not sent yet', 'changed', true, false, false],
  ['profile', 'a saved deck', 'saved', false, false, false],
  ['review', 'refused changes of a new viewer', 'invalid', true, true, true],
  ['review', 'an invalid change of a former active editor', 'invalid', true, false, false],
  ['review', 'a saved deck', 'saved', false, true, false],
] as const)('whether the page stays, instead of %s, with %s', (to, _, kind, unsaved, isOver, stays) => {
  const saver = { state: () => ({ kind }), hasUnsaved: () => unsaved }
  const session = { saver, stream: { isOver } } as unknown as Parameters<typeof staysForFile>[0]
  expect(staysForFile(session, to)).toBe(stays)
})
