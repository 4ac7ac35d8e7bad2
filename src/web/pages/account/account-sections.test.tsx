// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { later, showScreen } from '../../../testing/show-screen.tsx'
import { ApiTokens } from './api-tokens.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { deviceNames } from './device-name.ts'
import { EmailForm } from './email-form.tsx'
import { IdentityList } from './identity-list.tsx'
import type { Account, ApiToken, Passkey } from './load-account.ts'
import { SecondStepContext } from './own-password-field.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { TwoStep } from './two-step.tsx'

/** As if the browser's question about a new passkey were dismissed each time. */
vi.mock('../../features/passkeys/passkeys.ts', () => ({
  passkeysWork: () => true,
  createPasskey: async () => {
    throw new Error('Dismissed')
  },
}))

const time = '2026-11-01T10:00:00.000Z'
const account = { username: 'ada', email: 'ada@example.org' } as Account
const identity = { id: 3, issuer: 'https://id.example.org', email: null, last_used_at: null }
const loaded = (results: unknown[] = []) => ({
  load: () => ({ account, tokens: [], identities: { results, providers: [] } }),
})
const token = { id: 7, name: 'Backup', scope: 'read', expires_at: time, expired: false, last_used_at: null } as ApiToken
const passkey = { id: 5, name: 'Phone', created_at: time, last_used_at: null } as Passkey

test.each([
  ['a token', <ApiTokens key="t" tokens={[token]} />, 'Delete Backup', 'Delete', 'DELETE /api/v1/api_tokens/:id'],
  ['a passkey', <Passkeys key="p" passkeys={[passkey]} />, 'Remove Phone', 'Remove', 'DELETE /api/v1/passkeys/:id'],
])(
  '%s is removed once, after a question, and the focus stays in its section',
  async (_what, section, button, action, call) => {
    const answer = later<undefined>()
    const screen = await showScreen(section, { ...loaded(), answers: { [call]: () => answer.promise } })
    await screen.press(button)
    await screen.press('Cancel')
    expect(screen.calls).toEqual([])
    await screen.press(button)
    await screen.press(action)
    await screen.press(button)
    expect(screen.dialog()).toBeNull()
    await act(async () => answer.resolve(undefined))
    expect([screen.calls, screen.names().includes(button)]).toEqual([[call], false])
    expect(screen.focus()).not.toBe('BODY')
  },
)

test('a failed removal keeps the row and says why', async () => {
  const screen = await showScreen(<ApiTokens tokens={[token]} />, loaded())
  await screen.press('Delete Backup')
  await screen.press('Delete')
  expect(screen.toasts()).toHaveLength(1)
  await screen.press('Delete Backup')
  expect(screen.dialog()).not.toBeNull()
})

test('after asking for another address the form has the present one and the focus', async () => {
  const change = { email: 'new@example.org', expires_at: time }
  const answers = {
    'PUT /users': () => account,
    'GET /api/v1/users/email_change': () => ({ email_change: change }),
    'DELETE /api/v1/users/email_change': () => undefined,
  }
  const screen = await showScreen(<EmailForm account={account} pending={null} />, { ...loaded(), answers })
  await screen.type('E-mail', change.email)
  await screen.type('Your password', 'walrus')
  await screen.submit('Change the e-mail')
  expect(screen.text()).toContain('Waits for its confirmation')
  expect([screen.field('E-mail').value, screen.focus()]).toEqual([account.email, 'email'])
  await screen.press('Cancel the change')
  expect(screen.focus()).not.toBe('BODY')
})

test('a name that has become reserved says what to do, and other fields are saved with it', async () => {
  const sent: unknown[] = []
  const old = { ...account, username: 'lookup' }
  const answers = {
    'PUT /users': ({ body }: { body: unknown }) => {
      sent.push(body)
      return old
    },
  }
  const usual = await showScreen(<ProfileForm account={account} themes={[]} />, { ...loaded(), answers })
  expect(usual.text()).not.toContain('reserved')
  const screen = await showScreen(<ProfileForm account={old} themes={[]} />, { ...loaded(), answers })
  expect(screen.text()).toContain('This name is reserved by now')
  await screen.type('Name', 'Ada')
  await screen.submit('Save')
  expect(sent).toMatchObject([{ user: { username: 'lookup', name: 'Ada' } }])
})

test('a new password empties the form and keeps the focus in it', async () => {
  const answers = { 'PUT /users': () => account, 'GET /api/v1/status': () => ({ csrf_token: 'x' }) }
  const screen = await showScreen(<PasswordForm account={account} />, { ...loaded(), answers })
  await screen.type('Current password', 'walrus')
  await screen.type('New password', 'teapot-teapot-42')
  await screen.submit('Change the password')
  expect(screen.toasts()).toHaveLength(1)
  expect([screen.field('New password').value, screen.focus()]).toEqual(['', 'Change the password'])
})

test('a new password deletes the API tokens if that is asked for, and is not offered without tokens', async () => {
  const sent: unknown[] = []
  const answers = {
    'PUT /users': ({ body }: { body: unknown }) => void sent.push(body),
    'GET /api/v1/status': () => ({ csrf_token: 'x' }),
  }
  const load = () => ({ ...loaded().load(), tokens: [token] })
  const screen = await showScreen(<PasswordForm account={account} />, { load, answers })
  for (const isAsked of [false, true]) {
    await screen.type('Current password', 'walrus')
    await screen.type('New password', 'teapot-teapot-42')
    if (isAsked) await act(async () => screen.field('Delete my API tokens').click())
    await screen.submit('Change the password')
  }
  const user = { current_password: 'walrus', password: 'teapot-teapot-42' }
  expect(sent).toEqual([{ user }, { user: { ...user, end_api_tokens: true } }])
  const without = await showScreen(<PasswordForm account={account} />, { ...loaded(), answers })
  expect(without.text().match(/Delete my API tokens/g)).toHaveLength(1)
})

test.each([
  ['API tokens', <ApiTokens key="t" tokens={[]} />, 'New token'],
  ['passkeys', <Passkeys key="k" passkeys={[]} />, 'New passkey'],
  [
    'two-step sign-in',
    <TwoStep key="s" state={{ enabled_at: null, recovery_codes_left: 0 }} onChange={() => {}} />,
    'Set up two-step sign-in',
  ],
  ['the password', <PasswordForm key="w" account={account} />, null],
  ['deletion', <DeleteAccount key="d" account={account} team={null} />, 'Delete my account'],
])(
  'where %s asks for the password, users of single sign-on can have a link to set one',
  async (_what, section, open) => {
    const sent: unknown[] = []
    const answers = { 'POST /users/password': (input: unknown) => void sent.push(input) }
    const withPassword = await showScreen(section, loaded())
    if (open) await withPassword.press(open)
    expect(withPassword.names()).not.toContain('Mail me the link')
    if (open) await withPassword.key('Escape')
    const screen = await showScreen(section, { ...loaded([identity]), answers })
    if (open) await screen.press(open)
    await screen.press('Mail me the link')
    expect(sent).toEqual([{ body: { user: { email: account.email } } }])
    expect(screen.toasts().at(-1)).toContain(account.email)
  },
)

test('the result of linking single sign-on is shown once, and the address is cleaned', async () => {
  const list = <IdentityList identities={{ results: [], providers: [] }} />
  const screen = await showScreen(list, { ...loaded(), at: '/users/edit?linked=1#single-sign-on' })
  expect(screen.toasts()).toEqual(['Single sign-on is linked to your account'])
  const { pathname, search, hash } = screen.router.state.location
  expect(pathname + search + hash).toBe('/users/edit#single-sign-on')
})

test('sessions of the same device are told apart by numbers', () => {
  const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
  expect(deviceNames([chrome, 'Firefox/140 Windows', chrome])).toEqual([
    'Chrome on Linux',
    'Firefox on Windows',
    'Chrome on Linux (2)',
  ])
})

const provider = { id: 'team', name: 'Acme', issuer: 'https://id.example.org' } as const
const newWays = [
  ['an API token', <ApiTokens key="t" tokens={[]} />, 'New token', 'Create the token', 'POST /api/v1/api_tokens'],
  ['a passkey', <Passkeys key="p" passkeys={[]} />, 'New passkey', 'Make the passkey', 'POST /api/v1/passkeys/options'],
  [
    ...(['an identity', <IdentityList key="i" identities={{ results: [], providers: [provider] }} />] as const),
    ...(['Link Acme', 'Go on', 'POST /api/v1/identities'] as const),
  ],
] as const

describe.each(newWays)('%s', (_what, section, open, submit, call) => {
  /** Fills the form in, and returns the codes that were sent. */
  async function show(isOn: boolean) {
    const codes: unknown[] = []
    const send = ({ body }: { body: Record<string, { code?: string }> }) => {
      codes.push(Object.values(body)[0]?.code)
      throw new ApiError(422, null, { code: 'Two-step sign-in is on' })
    }
    const content = <SecondStepContext value={isOn}>{section}</SecondStepContext>
    const screen = await showScreen(content, { ...loaded(), answers: { [call]: send } })
    await screen.press(open)
    if (open !== 'Link Acme') await screen.type('Name', 'Mine')
    await screen.type('Your password', 'walrus')
    return { screen, codes, send: () => screen.submit(submit) }
  }

  test('asks for a code with two-step sign-in', async () => {
    const { screen, codes, send } = await show(true)
    await send()
    expect(codes).toEqual([])
    await screen.type('Code', '123456')
    await send()
    expect(codes).toEqual(['123456'])
  })

  test('asks for it once the server does: two-step was switched on elsewhere', async () => {
    const { screen, codes, send } = await show(false)
    await send()
    expect(screen.text()).toContain('Two-step sign-in is on')
    await screen.type('Code', '123456')
    await send()
    expect(codes).toEqual([undefined, '123456'])
  })
})

test('after the browser’s question was dismissed, a passkey needs no other code; after Cancel it does', async () => {
  const answers = { 'POST /api/v1/passkeys/options': () => ({ challenge: 'abc' }) }
  const content = (
    <SecondStepContext value>
      <Passkeys passkeys={[]} />
    </SecondStepContext>
  )
  const screen = await showScreen(content, { ...loaded(), answers })
  const begin = async () => {
    await screen.press('New passkey')
    await screen.type('Your password', 'walrus')
    await screen.type('Code', '123456')
  }
  await begin()
  for (let n = 0; n < 2; n += 1) await screen.submit('Make the passkey')
  expect(screen.text()).toContain('Your browser did not finish')
  expect(screen.calls).toEqual(['POST /api/v1/passkeys/options'])
  await screen.press('Cancel')
  await begin()
  await screen.submit('Make the passkey')
  expect(screen.calls).toHaveLength(2)
})
