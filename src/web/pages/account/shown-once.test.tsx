// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { later, showScreen } from '../../../testing/show-screen.tsx'
import { ApiTokens } from './api-tokens.tsx'
import type { TwoStepState } from './load-account.ts'
import { TwoStep } from './two-step.tsx'

const load = () => ({ account: { email: 'ada@example.org' }, identities: { results: [], providers: [] } })
const codes = ['AAAA-1111', 'BBBB-2222']
const off = { enabled_at: null, recovery_codes_left: 0 }
const on = { enabled_at: '2026-11-01T10:00:00.000Z', recovery_codes_left: 1 }

/** Presses Escape, and outside of the dialog. */
async function dismiss(screen: Awaited<ReturnType<typeof showScreen>>) {
  await screen.key('Escape')
  await act(async () => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  })
}

/** The section with its state, which the page has. */
function Section({ first }: { first: TwoStepState }) {
  const [state, setState] = useState(first)
  return <TwoStep state={state} onChange={setState} />
}

const codesShown = () => document.querySelector('textarea')?.value

test('recovery codes stay until they are answered, and two-step reads as on without another call', async () => {
  const answers = {
    'POST /api/v1/users/two_step': () => ({ secret: 'ABCDEFGH', url: 'otpauth://totp/x' }),
    'PUT /api/v1/users/two_step': () => ({ recovery_codes: codes }),
  }
  const screen = await showScreen(<Section first={off} />, { load, answers })
  await screen.press('Set up two-step sign-in')
  await screen.type('Your password', 'walrus')
  await screen.submit('Continue')
  await screen.type('The code', '123456')
  await screen.submit('Switch on')
  await dismiss(screen)
  expect(codesShown()).toBe(codes.join('\n'))
  expect(screen.text()).toMatch(/On since.*You have 2 recovery codes left/)
  await screen.press('I have saved them')
  expect(screen.dialog()).toBeNull()
  expect(screen.calls).not.toContain('GET /api/v1/users/two_step')
})

test('recovery codes that arrive after Escape are shown', async () => {
  const answer = later<{ recovery_codes: string[] }>()
  const answers = {
    'POST /api/v1/users/two_step': () => ({ secret: 'ABCDEFGH', url: 'otpauth://totp/x' }),
    'PUT /api/v1/users/two_step': () => answer.promise,
  }
  const screen = await showScreen(<Section first={off} />, { load, answers })
  await screen.press('Set up two-step sign-in')
  await screen.type('Your password', 'walrus')
  await screen.submit('Continue')
  await screen.type('The code', '123456')
  await screen.submit('Switch on')
  await screen.key('Escape')
  await act(async () => answer.resolve({ recovery_codes: codes }))
  expect(codesShown()).toBe(codes.join('\n'))
})

test('new recovery codes stay until they are answered, and switching off needs no second call', async () => {
  const answers = {
    'POST /api/v1/users/two_step/recovery_codes': () => ({ recovery_codes: codes }),
    'DELETE /api/v1/users/two_step': () => undefined,
  }
  const screen = await showScreen(<Section first={on} />, { load, answers })
  await screen.press('New recovery codes')
  await screen.type('Your password', 'walrus')
  await screen.type('Code', '123456')
  await screen.submit('Make new codes')
  await dismiss(screen)
  expect(codesShown()).toBe(codes.join('\n'))
  await screen.press('I have saved them')
  expect(screen.text()).toContain('You have 2 recovery codes left')
  await screen.press('Switch off')
  await screen.type('Your password', 'walrus')
  await screen.type('Code', '123456')
  await screen.submit('Switch off')
  expect(screen.names()).toContain('Set up two-step sign-in')
  expect(screen.toasts()).toEqual(['Two-step sign-in is off'])
})

test('a new API token stays until it is answered', async () => {
  const token = { id: 7, name: 'Backup', scope: 'read', expires_at: on.enabled_at, last_used_at: null }
  const answers = { 'POST /api/v1/api_tokens': () => ({ ...token, token: 'lct_secret' }) }
  const screen = await showScreen(<ApiTokens tokens={[]} />, { load, answers })
  await screen.press('New token')
  await screen.type('Name', 'Backup')
  await screen.type('Your password', 'walrus')
  await screen.submit('Create the token')
  await dismiss(screen)
  expect(screen.field('Your token').value).toBe('lct_secret')
  await screen.press('I have copied it')
  expect(screen.dialog()).toBeNull()
})
