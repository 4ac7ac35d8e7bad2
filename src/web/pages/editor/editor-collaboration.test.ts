import { expect, test, vi } from 'vitest'
import { endedTexts, leaveOnceAnswered, staysForFile } from './editor-collaboration.ts'

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
  const session = { saver, stream: { isOver, endedBy: { get: () => null } } } as unknown as Parameters<
    typeof staysForFile
  >[0]
  expect(staysForFile(session, to)).toBe(stays)
})

test.each([
  ['refuses', 'invalid', true, 0],
  ['takes', 'saved', false, 1],
])(
  'who became a viewer before the last change was answered stays if the server %s it',
  async (_, kind, unsaved, left) => {
    let state = { kind: 'saving', unsaved: true }
    const leaveFor = vi.fn(async () => undefined)
    const session = {
      ...{ leaveFor, stream: { isOver: false, endedBy: { get: () => endedTexts['became-viewer'] } } },
      saver: { state: () => state, hasUnsaved: () => state.unsaved },
      saveAll: async () => {
        state = { kind, unsaved }
      },
    } as unknown as Parameters<typeof leaveOnceAnswered>[0]
    await leaveOnceAnswered(session, 'review')
    expect(leaveFor).toHaveBeenCalledTimes(left)
  },
)
