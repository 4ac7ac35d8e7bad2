// @vitest-environment jsdom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { SiteHeader } from '../frame/site-header.tsx'
import { ReportPage } from './report/report-page.tsx'
import { PrivacyPage } from './static/privacy-page.tsx'
import { DeleteMember } from './team/delete-member.tsx'
import type { TeamMember } from './team/load-members.ts'
import { SettingsPage } from './team/settings-page.tsx'

test('a report without a reason is refused at its field, and its thanks get the focus', async () => {
  const answers = { 'POST /api/v1/decks/:id/reports': () => ({}) }
  const load = () => ({ id: 7, title: 'Bees', url: '/ada/bees', token: undefined })
  const screen = await showScreen(<ReportPage />, { load, answers })
  await screen.submit('Send the report')
  expect([screen.field('What is wrong').getAttribute('aria-invalid'), screen.calls]).toEqual(['true', []])
  await screen.type('What is wrong', 'spam')
  await screen.submit('Send the report')
  expect(screen.focus()).toMatch(/^Thank you/)
})

test('who reports a comment that was deleted meanwhile is told so', async () => {
  const gone = () => {
    throw new ApiError(404, 'Not found')
  }
  const answers = { 'POST /api/v1/decks/:id/public_comments/:comment_id/reports': gone }
  const load = () => ({ id: 7, title: 'Bees', url: '/ada/bees', token: undefined, comment: { id: 3, by: 'Bob' } })
  const screen = await showScreen(<ReportPage />, { load, answers })
  await screen.type('What is wrong', 'spam')
  await screen.submit('Send the report')
  expect(screen.host.textContent).toContain('This comment was deleted')
})

test('the privacy page tells of Stripe where it takes the payments, and of no payments without billing', async () => {
  const texts: string[] = []
  for (const site of [
    { driver: 'stripe' as const },
    { driver: 'sandbox' as const },
    { billing: false, driver: undefined },
  ]) {
    texts.push((await showScreen(<PrivacyPage />, { site })).host.textContent ?? '')
  }
  expect(texts.map((text) => [/load the script of Stripe/.test(text), /payments and receipts/.test(text)])).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
  for (const fact of ['owners and admins', 'authenticator app, encrypted', 'Reports of decks', 'are linked to yours'])
    expect(texts[2]).toContain(fact)
})

test('the question before leaving the team keeps its words while it fades out', async () => {
  const ada = { id: 1, username: 'ada', name: null, deck_count: 0 } as TeamMember
  const Leaving = () => {
    const [member, setMember] = useState<TeamMember | null>(ada)
    const close = () => setMember(null)
    return <DeleteMember member={member} own={member !== null} onClose={close} onDelete={async () => {}} />
  }
  const screen = await showScreen(<Leaving />)
  const words: string[] = []
  const note = () => words.push(document.querySelector('[role="dialog"]')?.textContent ?? '')
  const watch = new MutationObserver(note)
  watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  await screen.press('Cancel')
  watch.disconnect()
  expect(words.filter((text) => text.includes('from the team?'))).toEqual([])
})

test('a new name of the team is in the header at once', async () => {
  const team = { id: 1, slug: 'acme', name: 'Acme', logo_url: null, ended: false }
  const stored = { ...team, url: 'http://acme.localhost:3000', scripts: [], themes: [], former_slugs: [] }
  const signOn = { issuer: null, client_id: null, has_secret: false, domains: [], redirect_uri: '', require_sso: false }
  const answers = { 'PUT /api/v1/team': () => ({ ...stored, name: 'Acme Works' }) }
  const page = (
    <>
      <SiteHeader />
      <SettingsPage />
    </>
  )
  const load = () => ({ team: stored, signOn, isOwner: false })
  const screen = await showScreen(page, { load, answers, team, viewer: {} })
  const header = () => document.querySelector('header a')?.textContent
  expect(header()).toContain('Acme')
  await screen.type('Name', 'Acme Works')
  const save = [...document.querySelectorAll<HTMLInputElement>('[name="name"]')][0]?.form?.querySelector('button')
  save?.setAttribute('aria-label', 'Save the name')
  await screen.submit('Save the name')
  expect(header()).toContain('Acme Works')
})
