// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { pageError } from '../../data/page-error.ts'
import { orPresentData } from '../../data/refresh.ts'
import { DeckSettings } from './deck-settings.tsx'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import type { MemberPage, OpenInvitation, OwnTeam, TeamMember } from './load-members.ts'
import { MemberRow } from './member-row.tsx'
import { SignOnSettings } from './sign-on-settings.tsx'
import { useMembers } from './use-members.ts'

const time = '2026-11-01T10:00:00.000Z'
const ada = { id: 1, username: 'ada', name: null, email: 'a@x.org', role: 'owner', state: 'active', created_at: time }
const ben = { ...ada, id: 2, username: 'ben', role: 'member' } as TeamMember
const list = { results: [ada as TeamMember, ben], total: 2 } as MemberPage
const change = 'PUT /api/v1/team/users/:id'

function Members() {
  const { members, actions } = useMembers(list)
  return members.map((member) => (
    <MemberRow key={member.id} member={member} viewer={{ id: 1, role: 'owner' }} owners={2} actions={actions} />
  ))
}

/** A loader that fails from its second call on, as the page's would. */
function failsLater(status: number) {
  let calls = 0
  const load = () =>
    orPresentData(new URL(window.location.href), () => {
      calls += 1
      if (calls > 1) throw pageError(status)
      return { list }
    })
  return { load, calls: () => calls }
}

const viewer = { id: 1 }

test('a refused action changes nothing and loads nothing again', async () => {
  const { load, calls } = failsLater(500)
  const screen = await showScreen(<Members />, { load, viewer })
  await screen.type('Role of ben', 'admin')
  expect([screen.field('Role of ben').value, calls(), screen.toasts().length]).toEqual(['member', 1, 1])
})

test('after an action whose page cannot be loaded again, the page stays with a toast', async () => {
  const screen = await showScreen(<Members />, {
    load: failsLater(500).load,
    viewer,
    answers: { [change]: () => ({}) },
  })
  await screen.type('Role of ben', 'admin')
  expect(screen.field('Role of ben').value).toBe('admin')
  expect(screen.text()).not.toContain('Error page')
  expect(screen.toasts()).toContain('This page could not be updated. Please reload it.')
})

test('the role that arrow keys choose is saved with Enter, and that of a menu at once', async () => {
  const answers = { [change]: () => ({}) }
  const screen = await showScreen(<Members />, { viewer, answers })
  await act(async () => screen.field('Role of ben').focus())
  await screen.key('ArrowUp')
  await screen.type('Role of ben', 'admin')
  expect(screen.calls).toEqual([])
  await screen.key('Enter')
  expect(screen.calls).toEqual([change])
})

test('a team’s default theme is saved once, when the choice by arrow keys is left', async () => {
  const themes = ['Night', 'Paper', 'Chalk'].map((name, id) => ({ id: id + 1, name }))
  const own = { themes, default_theme_id: null, allow_public_decks: true } as unknown as OwnTeam
  const saved: unknown[] = []
  const save = ({ body }: { body: { team: object } }) => {
    saved.push(body.team)
    return { ...own, ...body.team }
  }
  const screen = await showScreen(<DeckSettings team={own} onSaved={() => {}} />, {
    answers: { 'PUT /api/v1/team': save },
  })
  await act(async () => screen.field('Default theme').focus())
  for (const id of ['1', '2', '3']) {
    await screen.key('ArrowDown')
    await screen.type('Default theme', id)
  }
  expect([screen.field('Default theme').value, saved]).toEqual(['3', []])
  await act(async () => screen.field('Default theme').blur())
  expect(saved).toEqual([{ default_theme_id: 3 }])
})

test('the own role changes only after a question', async () => {
  const screen = await showScreen(<Members />, { viewer, answers: { [change]: () => ({}) } })
  await screen.type('Role of ada', 'member')
  expect([screen.dialog()?.textContent?.startsWith('Change your own role to Member?'), screen.calls]).toEqual([
    true,
    [],
  ])
  await screen.press('Cancel')
  expect([screen.field('Role of ada').value, screen.calls]).toEqual(['owner', []])
})

test('an invitation that cannot be withdrawn stays, without loading the page again', async () => {
  const { load, calls } = failsLater(500)
  const invitation = { id: 4, email: 'new@x.org', role: 'member', created_at: time, expires_at: time } as OpenInvitation
  const screen = await showScreen(<InvitationList invitations={[invitation]} />, { load })
  await screen.press('Withdraw the invitation to new@x.org')
  await screen.press('Withdraw')
  expect([calls(), screen.toasts().length]).toEqual([1, 1])
})

test('the form for invitations is emptied and keeps the focus', async () => {
  const answers = { 'POST /api/v1/team/users': () => ({ user: null }) }
  const invited = { team: { manually_upgraded: true } as OwnTeam, role: 'owner' as const }
  const screen = await showScreen(<InviteForm {...invited} />, { answers })
  await screen.type('E-mail', 'new@x.org')
  await screen.submit('Send invitation')
  expect(screen.toasts()).toHaveLength(1)
  expect([screen.field('E-mail').value, screen.focus()]).toEqual(['', 'Send invitation'])
})

test('single sign-on and its domains are removed after a question', async () => {
  const domain = {
    domain: 'x.org',
    proven_at: time,
    record: { name: '', type: 'TXT' as const, value: '' },
    mail_sent_at: null,
  }
  const signOn = {
    issuer: 'https://id.x.org',
    client_id: 'c',
    has_secret: true,
    domains: [domain],
    redirect_uri: '',
    require_sso: false,
  }
  const answers = { 'DELETE /api/v1/team/sign_on': () => ({ ...signOn, issuer: null, client_id: null }) }
  const screen = await showScreen(<SignOnSettings team={{} as OwnTeam} onSaved={() => {}} signOn={signOn} />, {
    answers,
  })
  await screen.press('Remove x.org')
  await screen.press('Cancel')
  await screen.press('Remove')
  await screen.press('Cancel')
  expect(screen.calls).toEqual([])
  await screen.press('Remove')
  await screen.press('Remove')
  expect([screen.field('Issuer').value, screen.focus()]).toEqual(['', 'issuer'])
})
