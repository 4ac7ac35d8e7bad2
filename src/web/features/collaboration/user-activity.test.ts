import { expect, test } from 'vitest'
import { type Activity, activityText, isEditing } from './user-activity.ts'

const ann: Activity = { status: 'viewing', place: 'editor', isEditor: true, slide: '3' }

test('only who has the editor open is said to edit: the active editor on the review is on a slide, and edited last', () => {
  const reads: Activity = { ...ann, place: 'review' }
  expect([activityText(ann), isEditing(ann)]).toEqual(['Editing slide 3', true])
  expect([activityText(reads), isEditing(reads)]).toEqual(['On slide 3, edited last', false])
  expect(activityText({ ...reads, status: 'idle' })).toBe('Idle, edited last')
  expect(activityText({ ...reads, isEditor: false })).toBe('On slide 3')
})

test('pages that do not say where they are count as the editor', () => {
  const old: Activity = { ...ann, place: undefined, slide: null }
  expect([activityText(old), isEditing(old)]).toEqual(['Editing', true])
  expect(activityText({ ...old, status: 'idle' })).toBe('Editor, idle')
})

test('who has gone edits nothing, and is told to have edited last', () => {
  const gone: Activity = { ...ann, status: 'disconnected' }
  expect([activityText(gone), isEditing(gone)]).toEqual(['Edited last', false])
  expect(activityText({ ...gone, isEditor: false })).toBe('Not here')
})
