// @vitest-environment jsdom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiRequest, createApiClient } from '../../../api/client.ts'
import type { SharedDeck } from '../../../api/deck-pages/shared-deck.ts'
import { messages } from '../../../rules/messages.ts'
import { timings } from '../../../rules/timings.ts'
import { overrideDevice } from '../../../ui/device.ts'
import { openDialog } from '../../../ui/dialogs/dialog-store.ts'
import { dismissToast, toasts } from '../../../ui/toast/toast-store.ts'
import { type AccessLink, loadLinks } from './access-links.ts'
import { ShareDialog, type ShareDialogProps } from './share-dialog.tsx'

let root: Root
let host: HTMLElement
/** The requests so far, and the response statuses by method; default 200. */
let asked: { method: string; path: string; body: unknown }[] = []
let refusals: Partial<Record<string, number>> = {}
let links: AccessLink[] = []

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  overrideDevice('computer')
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  ;[asked, refusals, links] = [[], {}, []]
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  for (const { id } of toasts.get()) dismissToast(id)
  overrideDevice(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const link = (id: number, more: Partial<AccessLink> = {}): AccessLink => ({
  ...{ id, deck_id: 7, name: `Link ${id}`, token: `token-${id}`, password: null, deck_view_count: id },
  ...{ created_at: '2026-01-01T00:00:00.000Z', ...more },
})

const api = createApiClient(async ({ method, path, body }: ApiRequest) => {
  const sent = typeof body === 'string' ? JSON.parse(body) : null
  asked.push({ method, path, body: sent })
  const status = refusals[method]
  if (status) return { status, text: JSON.stringify({ error: 'No' }) }
  if (method === 'GET') return { status: 200, text: JSON.stringify({ results: links, total: links.length }) }
  if (method === 'DELETE') return { status: 204, text: '' }
  if (path.includes('publish')) return { status: 200, text: '{"deck":{}}' }
  if (path.includes('deck_shares')) return { status: 201, text: '{}' }
  return { status: 200, text: JSON.stringify(link(method === 'POST' ? links.length + 1 : 1, sent.access_token)) }
})

const deck: SharedDeck = {
  ...{ id: 7, username: 'pia', slug: 'talk', title: 'Talk', visibility: 'self', ownerPlan: 'pro' },
  ...{ isOwner: true, publicAllowed: true, token: null, teamSlug: null },
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(more: Partial<SharedDeck> = {}, props: Partial<ShareDialogProps> = {}): Promise<void> {
  const shown = { ...deck, ...more }
  const sharer = { username: 'pia', name: 'Pia' }
  const usual = { open: true, onClose: () => {}, api, baseUrl: 'https://decks.example', sharer }
  act(() => root.render(<ShareDialog {...usual} deck={shown} {...props} />))
  await settle()
}

/** All requests except reads. */
const done = () => asked.filter(({ method }) => method !== 'GET')
const dialog = () => document.querySelector('[role="dialog"]')
const text = () => dialog()?.textContent ?? ''
const named = (role: string, name: string) =>
  [...document.querySelectorAll<HTMLElement>(role)].find((one) => one.textContent?.trim() === name)
const press = async (role: string, name: string) => {
  const found = named(role, name)
  if (!found) throw new Error(`There is no ${role} '${name}' in: ${text()}`)
  await act(async () => found.click())
  await settle()
}
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}
const type = (label: string, value: string) =>
  act(async () => {
    const control = field(label)
    const owner = control instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
  })
const told = () => toasts.get().map(({ text }) => text)
const tab = (name: string) => press('[role="tab"]', name)

describe('options by visibility of the deck', () => {
  test('the share dialog does not open for a deck without a URL', async () => {
    await show({ slug: null })
    expect(dialog()).toBeNull()
  })

  test('a public deck has three tabs and links to social networks', async () => {
    await show({ visibility: 'all' })
    expect([...document.querySelectorAll('[role="tab"]')].map((one) => one.textContent)).toEqual([
      ...['Link', 'Embed', 'Email'],
    ])
    expect(field('Link').value).toBe('https://decks.example/pia/talk')
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await press('a', 'LinkedIn')
    expect(open.mock.calls[0]?.[2]).toBe('popup,noopener,noreferrer,width=600,height=400')
    expect(String(open.mock.calls[0]?.[0])).toContain('url=https%3A%2F%2Fdecks.example%2Fpia%2Ftalk')
  })

  test('each view has its own URL', async () => {
    await show({ visibility: 'all' })
    const select = field('Opens') as unknown as HTMLSelectElement
    for (const [view, address] of [
      ['fullscreen', '/pia/talk/fullscreen'],
      ['live', '/pia/talk/live'],
      ['show', '/pia/talk'],
    ] as const) {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, view)
        select.dispatchEvent(new Event('change', { bubbles: true }))
      })
      expect(field('Link').value).toBe(`https://decks.example${address}`)
    }
  })

  test('team members share an internal deck by its URL, and guests of a private link share that link', async () => {
    await show({ visibility: 'team', isOwner: false })
    expect(text()).toContain('Everyone in your team can open this deck.')
    expect(named('a', 'LinkedIn')).toBeUndefined()
    await show({ visibility: 'self', isOwner: false, token: 'abc' })
    expect(field('Link').value).toBe('https://decks.example/pia/talk?token=abc')
  })

  test('if the plan has no private links, the owner can make the deck public and share its URL', async () => {
    const published = vi.fn()
    await show({ ownerPlan: 'lite' }, { onPublished: published })
    expect(document.querySelector('[role="tab"]')).toBeNull()
    refusals.POST = 500
    await press('button', 'Make public')
    expect(told()).toContain('Failed to change visibility')
    delete refusals.POST
    await press('button', 'Make public')
    expect(done().at(-1)).toMatchObject({ path: '/api/v1/decks/7/publish.json', body: { visibility: 'all' } })
    expect([published.mock.calls.length, told().at(-1)]).toEqual([1, 'Published successfully'])
    expect(field('Link').value).toBe('https://decks.example/pia/talk')
  })
})

describe('existing private links', () => {
  test.each([
    ['the plan for them has ended', { ownerPlan: 'free' }, 'still open this deck'],
    ['the deck is public', { visibility: 'all' }, 'when it is private again'],
  ] as const)('are listed and removable for the deck’s owner when %s', async (_when, more, words) => {
    links = [link(1), link(2, { password: 'sesame' })]
    await show(more)
    expect(text()).toContain(words)
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Remove Link 1"]')?.click())
    expect(done()).toEqual([{ method: 'DELETE', path: '/api/v1/decks/7/access_tokens/1.json', body: null }])
    await settle(timings.tokenRemoval)
    expect([text().includes('Link 1'), text().includes('Link 2')]).toEqual([false, true])
    expect(named('button', 'New link')).toBeUndefined()
  })

  test('are not requested by other users', async () => {
    await show({ visibility: 'all', isOwner: false })
    expect(asked).toEqual([])
  })
})

describe('private links', () => {
  test('can be created, with consecutive names', async () => {
    await show()
    await press('button', 'Create a private link')
    expect(asked.at(-1)?.body).toEqual({ access_token: { name: 'Link 1' } })
    expect(field('Link').value).toBe('https://decks.example/pia/talk?token=token-1')
    links = [link(1)]
    await press('button', 'New link')
    expect(asked.at(-1)?.body).toEqual({ access_token: { name: 'Link 2' } })
  })

  test('the form shows unsaved changes, and requires a name', async () => {
    links = [link(1, { password: 'sesame' })]
    await show()
    const unsaved = () => document.querySelector('[data-unsaved]')?.textContent ?? ''
    expect([unsaved(), field('Password').value]).toEqual(['', 'sesame'])
    await type('Password', 'sesam')
    expect(unsaved()).toBe('Unsaved changes')
    await type('Password', 'sesame')
    expect(unsaved()).toBe('')
    await type('Name', ' ')
    await press('button', 'Save')
    expect(text()).toContain('Please give the link a name')
    expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
    await type('Name', 'For the board')
    await press('button', 'Save')
    expect(asked.at(-1)?.body).toEqual({ access_token: { name: 'For the board', password: 'sesame' } })
    expect([field('Name').maxLength, field('Password').maxLength]).toEqual([255, 255])
  })

  test('unsaved input is kept while another link or tab is open, and closing asks for confirmation', async () => {
    links = [link(1), link(2)]
    const closed = vi.fn()
    await show({}, { onClose: closed })
    await type('Password', 'sesame')
    await press('button', 'Link 22 views')
    expect(field('Password').value).toBe('')
    expect(named('button', 'Link 1Unsaved changes1 view')).toBeDefined()
    await tab('Embed')
    await tab('Link')
    await press('button', 'Link 1Unsaved changes1 view')
    expect(field('Password').value).toBe('sesame')
    const close = () => act(async () => document.querySelector<HTMLElement>('[aria-label="Close"]')?.click())
    await close()
    const confirmation = openDialog.get()
    expect([closed.mock.calls.length, confirmation?.question.title]).toEqual([0, 'Discard unsaved changes?'])
    await act(async () => confirmation?.kind === 'confirm' && confirmation.answer(false))
    expect(closed).not.toHaveBeenCalled()
    await press('button', 'Save')
    await close()
    expect(closed).toHaveBeenCalledOnce()
  })

  test('removing a link moves the focus to the next link, or after the last link to the create button', async () => {
    links = [link(1), link(2)]
    await show()
    for (const next of ['Link 22 views', 'Create a private link']) {
      const remove = named('button', 'Remove link') ?? document.body
      remove.focus()
      await press('button', 'Remove link')
      await settle(timings.tokenRemoval)
      expect(document.activeElement?.textContent).toBe(next)
      if (next.startsWith('Link')) await press('button', next)
    }
  })

  test('a hundred links are the maximum, and a message explains it', async () => {
    links = Array.from({ length: 100 }, (_, index) => link(index + 1))
    await show()
    expect((named('button', 'New link') as HTMLButtonElement).disabled).toBe(true)
    expect(text()).toContain(messages.sharing.linksFull)
  })

  test('a removed link collapses within 300 ms', async () => {
    links = [link(1), link(2)]
    await show()
    await press('button', 'Remove link')
    expect(document.querySelector('[data-leaving]')?.textContent).toContain('Link 1')
    await settle(299)
    expect(text()).toContain('Link 1')
    await settle(1)
    expect(text()).not.toContain('Link 1')
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/v1/decks/7/access_tokens/1.json' })
  })

  test('a failure shows a message and changes nothing', async () => {
    links = [link(1)]
    await show()
    refusals = { POST: 500, PUT: 500, DELETE: 500 }
    for (const name of ['New link', 'Remove link', 'Save']) {
      for (const { id } of toasts.get()) dismissToast(id)
      if (name === 'Save') await type('Name', 'Other')
      await press('button', name)
      await settle(400)
      expect([name, (messages.generic as readonly string[]).includes(told()[0] ?? '')]).toEqual([name, true])
      expect(document.querySelectorAll('[aria-label="Private links"] > li')).toHaveLength(1)
    }
  })

  test('loading links while signed out rejects with status 401 and shows a message', async () => {
    refusals.GET = 401
    await show()
    expect(text()).toContain("It looks like you're no longer signed in to Lectern. Please open a new tab and sign in.")
    await expect(loadLinks(api, 7)).rejects.toMatchObject({ status: 401 })
    refusals.GET = 503
    await expect(loadLinks(api, 7)).rejects.toMatchObject({ status: 503 })
    delete refusals.GET
    await press('button', 'Try again')
    expect(named('button', 'Create a private link')).toBeDefined()
  })
})

describe('the embed code', () => {
  const code = () => field('Code').value

  test('has the default size, and accepts only valid sizes', async () => {
    await show({ visibility: 'all' })
    await tab('Embed')
    expect(code()).toBe(
      '<iframe src="https://decks.example/pia/talk/embed" title="Talk" width="576" height="420" frameborder="0" allowfullscreen></iframe>',
    )
    expect([field('Width').maxLength, field('Height').maxLength]).toEqual([4, 4])
    for (const wrong of ['0', '-1', 'abc', '']) await type('Width', wrong)
    await type('Height', '9999')
    expect(code()).toContain('width="576" height="9999"')
  })

  test('contains the footer style; hiding the footer requires a plan with that feature', async () => {
    await show({ visibility: 'all' })
    await tab('Embed')
    const choice = (value: string) => document.querySelector(`input[value="${value}"]`) as HTMLInputElement
    for (const style of ['light', 'hidden']) {
      await act(async () => choice(style).click())
      expect(code()).toContain(`/embed?style=${style}"`)
    }
    await show({ visibility: 'all', ownerPlan: 'free' })
    expect(choice('hidden').disabled).toBe(true)
  })

  test('contains the chosen private link', async () => {
    links = [link(1), link(2)]
    await show()
    await tab('Embed')
    expect(code()).toContain('/embed?token=token-1"')
  })
})

describe('a mail', () => {
  const fill = async () => {
    await type('To', ' a@x.yz , b@x.yz')
    await type('Message', 'Have a look')
  }

  test('needs all three fields, which are limited in length', async () => {
    await show({ visibility: 'all' })
    await tab('Email')
    expect([field('From').value, ...['From', 'To', 'Message'].map((one) => field(one).maxLength)]).toEqual([
      ...['Pia', 255, 2500, 2500],
    ])
    await type('From', '')
    await press('button', 'Send')
    expect(document.querySelectorAll('[data-invalid]')).toHaveLength(3)
    await type('To', 'a@x.yz, nobody')
    await press('button', 'Send')
    expect(text()).toContain('Please enter a valid email')
    expect(done()).toEqual([])
  })

  test('is sent to each address with the chosen link, and the form returns after 3 s', async () => {
    links = [link(4)]
    await show()
    await tab('Email')
    await fill()
    await press('button', 'Send')
    expect(asked.at(-1)).toMatchObject({
      path: '/api/v1/decks/7/deck_shares.json',
      body: { deck_share: { emails: 'a@x.yz,b@x.yz', from: 'Pia', body: 'Have a look', access_token_id: 4 } },
    })
    expect(text()).toContain('Your e-mail is on its way')
    await settle(2_900)
    expect(text()).toContain('Your e-mail is on its way')
    await settle(200)
    expect(field('Message').value).toBe('')
  })

  test('a failed mail shows a message, and is retried with the same save id', async () => {
    await show({ visibility: 'all' })
    await tab('Email')
    await fill()
    refusals.POST = 500
    await press('button', 'Send')
    expect(text()).toContain('Failed to send email')
    delete refusals.POST
    await press('button', 'Send')
    const [first, second] = done().map(({ body }) => (body as { deck_share: { save_id: string } }).deck_share.save_id)
    expect([first, typeof first]).toEqual([second, 'string'])
  })

  test('a mail changed after a failure gets another save id', async () => {
    await show({ visibility: 'all' })
    await tab('Email')
    await fill()
    refusals.POST = 500
    await press('button', 'Send')
    delete refusals.POST
    await type('Message', 'Have a look, it is new')
    await press('button', 'Send')
    const sent = done().map(({ body }) => (body as { deck_share: { body: string; save_id: string } }).deck_share)
    expect(sent.map(({ body }) => body)).toEqual(['Have a look', 'Have a look, it is new'])
    expect(new Set(sent.map(({ save_id }) => save_id)).size).toBe(2)
  })

  test('cannot be sent by the guest of a private link, since its recipients could not open the deck', async () => {
    await show({ isOwner: false, token: 'abc' })
    await tab('Email')
    expect([text().includes('Only the owner can mail this deck'), named('button', 'Send')]).toEqual([true, undefined])
  })

  test('needs a signed-in user', async () => {
    await show({ visibility: 'all', isOwner: false }, { sharer: null })
    await tab('Email')
    expect(text()).toContain('Sign in to share by e-mail')
    expect(document.querySelector('[role="dialog"] a[href^="/users/sign_in?return_to="]')).not.toBeNull()
  })
})
