import { expect, test } from 'vitest'
import { accountMessages } from './account-messages.ts'
import {
  genericError,
  imageTooLargeMessage,
  invalidFileMessage,
  messages,
  takenMessage,
  wrongPasswordMessage,
} from './messages.ts'
import { pageMessages } from './page-messages.ts'

test('messages with a specified misspelling keep it', () => {
  expect(messages.generic).toEqual([
    'Oops, something went wrong',
    'We ran into an unexpected error',
    "Something's wong, can you try that again?",
  ])
  expect(messages.save).toMatchObject({
    failed: 'Failed to save',
    succeeded: 'Saved successfully',
    error: 'An error occured while saving',
    settingsFailed: 'Failed to save changes. Please try again.',
    unsavedPrompt: 'You have unsaved changes, save first?',
    unsavedWarning: 'You will lose your unsaved changes.',
  })
  expect(messages.export).toEqual({
    pdf: 'An error occured while exporting your PDF.',
    ppt: 'An error occured while exporting your PowerPoint.',
    zip: 'An error occured while exporting your ZIP.',
  })
  expect(accountMessages.billing.detailsFailed).toBe(
    'An error occured while fetching your billing details, please try again.',
  )
  expect(messages.media.notRemoved).toBe('An error occurred, media was not removed')
  expect(messages.theme.missingModel).toBe('Configuration error. Missing deck/theme model.')
  expect(messages.live.paused).toBe('Paused. Press the B key to resume')
  expect(messages.sharing.signedOut).toBe(
    "It looks like you're no longer signed in to Lectern. Please open a new tab and sign in.",
  )
})

test('all apostrophes are straight', () => {
  expect(JSON.stringify([messages, accountMessages, pageMessages])).not.toMatch(/[‘’“”]/)
})

test('a generic error is one of three texts, and all three occur', () => {
  const seen = new Set(Array.from({ length: 300 }, (_, index) => genericError(() => index / 300)))
  expect([...seen].sort()).toEqual([...messages.generic].sort())
  expect(messages.generic).toContain(genericError())
  expect(messages.generic).toContain(genericError(() => 1))
})

test('the second taken name and all later ones get the second text', () => {
  expect([0, 1, 2, 9].map(takenMessage)).toEqual([
    "That one's already taken :(",
    "Sorry, that's taken too",
    "Sorry, that's taken too",
    "Sorry, that's taken too",
  ])
})

test('wrong deck passwords get four texts in order, then the first again', () => {
  expect([0, 1, 2, 3, 4].map(wrongPasswordMessage)).toEqual([
    'Wrong password, please try again',
    'Still wrong, give it another try',
    'That one was wrong too',
    'Nope',
    'Wrong password, please try again',
  ])
})

test('messages about file sizes contain the limit', () => {
  expect(invalidFileMessage(10_000)).toBe('Invalid file. We support PNG, JPG, GIF and SVG files up to 10 MB')
  expect(imageTooLargeMessage(5_000)).toBe('No more than 5 mb please')
})
