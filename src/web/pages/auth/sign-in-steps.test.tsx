// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { SignInPage } from './sign-in-page.tsx'

test('each step of signing in has the focus in its first field, and its end is announced', async () => {
  const answers = {
    'POST /users/sign_in': () => ({ second_step: true }),
    'POST /users/sign_in/second_step': () => {
      throw new ApiError(401, 'Please sign in again')
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
  expect([alerts.includes('Please sign in again'), screen.focus()]).toEqual([true, 'login'])
})

test('after a team’s sign-on the code is asked for, and once its time is up a password or another sign-on', async () => {
  const answers = {
    'POST /users/sign_in/second_step': () => {
      throw new ApiError(401, 'Please sign in again')
    },
  }
  const at = '/users/sign_in?code=&return_to=%2Fexplore&team=acme'
  const screen = await showScreen(<SignInPage />, { answers, at })
  expect(screen.names()).not.toContain('Sign in with single sign-on')
  await screen.type('Code of your authenticator app', '123456')
  await screen.submit('Sign in')
  expect([screen.text().includes('Please sign in again'), screen.focus()]).toEqual([true, 'login'])
  expect(screen.router.state.location.search).toBe('?return_to=%2Fexplore')
})
