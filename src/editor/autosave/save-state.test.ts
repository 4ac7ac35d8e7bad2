import { expect, test } from 'vitest'
import { saveStateText } from './save-state.ts'

test('a refused save is shown with the specified message', () => {
  expect(saveStateText({ kind: 'invalid', message: 'At least 2 characters', fields: {} }, true)).toBe('Failed to save')
  expect(saveStateText({ kind: 'retrying', offline: false, retryAt: 0 }, true)).toBe('Failed to save, trying again')
})

test("the user's own conflicting save is not attributed to someone else", () => {
  expect(saveStateText({ kind: 'conflict', version: 4, own: true }, true)).toBe('Saved elsewhere too, choose')
  expect(saveStateText({ kind: 'conflict', version: 4, own: false }, true)).toBe('Someone else saved, choose')
})
