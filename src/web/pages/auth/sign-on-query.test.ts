import { expect, test } from 'vitest'
import { signOnProblem } from '../../../rules/sign-on.ts'
import { signedInTarget, signOnLink, signOnQuery } from './sign-on-query.ts'

const baseUrl = 'http://localhost:3000'
const toTeam = `?return_to=${encodeURIComponent('/handoff?to=acme&nonce=x')}`

test.each([
  [false, '', '/users/sign_on', false],
  [false, '?return_to=/explore', '/users/sign_on?return_to=/explore', false],
  [true, '', '/users/auth/oidc', true],
  [true, '?return_to=/explore', '/users/auth/oidc?return_to=%2Fexplore', true],
  // A visitor of a team's host chooses between its provider and the instance's.
  [true, toTeam, `/users/sign_on${toTeam}`, false],
])('with a provider of the instance (%s), sign-on from “%s” leads to %s', (signOn, search, to, isDirect) => {
  expect(signOnLink(search, { signOn, baseUrl })).toEqual({ to, isDirect })
})

test('the query of a sign-on keeps the wanted page', () => {
  expect(signOnQuery(' acme ', new URLSearchParams(toTeam))).toBe(
    '?team=acme&return_to=%2Fhandoff%3Fto%3Dacme%26nonce%3Dx',
  )
  expect(signOnQuery('', new URLSearchParams())).toBe('')
})

test('only known problems in a URL are shown', () => {
  expect(signOnProblem('unverified')).toContain('has not verified your e-mail address')
  for (const code of [null, '', 'toString', '<script>']) expect(signOnProblem(code)).toBeNull()
})

test.each([
  ['', '/'],
  ['?return_to=/explore', '/explore'],
  ['?code=&team=acme', 'http://acme.localhost:3000/users/sign_in'],
  ['?code=&team=acme&return_to=/explore', '/explore'],
  // No team in the URL leads away from the instance.
  ['?team=evil.example/', '/'],
  ['?team=evil.example%23', '/'],
  ['?team=a@evil.example', '/'],
  ['?team=', '/'],
  ['?return_to=https://evil.example', '/'],
])('signing in at “%s” leads to %s', (search, target) => {
  expect(signedInTarget(new URLSearchParams(search), baseUrl)).toBe(target)
})
