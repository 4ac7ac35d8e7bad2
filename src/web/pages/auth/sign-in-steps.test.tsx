// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { SignInPage } from './sign-in-page.tsx'

test('each step of signing in has the focus in its first field, and its end is announced', async () => {
  const answers = {
    'POST /users/sign_in': () => ({ second_step: true }),
    'POST /users/sign_in/second_step': () => {
      throw new ApiError(401, 'Please sign in again with your password')
    },
  }
  const screen = await showScreen(<SignInPage />, { answers })
  await screen.type('E-mail or username', 'ada')
  await screen.type('Password', 'walrus')
  await screen.submit('Sign in')
  expect([screen.field('Code of your authenticator app').name, screen.focus()]).toEqual(['code', 'code'])
  await screen.press('Use a recovery code')
  expect([screen.field('Recovery code').name, screen.focus()]).toEqual(['code', 'code'])
  await screen.type('Recovery code', 'AAAA-1111')
  await screen.submit('Sign in')
  const alerts = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent)
  expect([alerts.includes('Please sign in again with your password'), screen.focus()]).toEqual([true, 'login'])
})
