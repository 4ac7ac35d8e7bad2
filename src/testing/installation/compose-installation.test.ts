import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { openLiveAt } from '../live-socket.ts'
import { findRedis } from '../redis-server.ts'
import type { RunningServer } from '../run-server.ts'
import { waitFor } from '../wait-for.ts'
import { type ComposeInstallation, startComposeInstallation, withStandIns } from './compose-installation.ts'
import { HttpBrowser } from './http-browser.ts'
import {
  account,
  inItsTime,
  type JourneyDeck,
  makeDeck,
  move,
  readDeck,
  saveDeck,
  seeThumbnail,
  setUp,
  uploadPicture,
} from './journeys.ts'
import { exampleFor, findNginx, startNginx } from './nginx.ts'

test('service names become local addresses, and nothing else changes', () => {
  const settings = {
    NODE_ENV: 'production',
    CONTENT_URL: 'http://{label}.localhost:8080',
    DATABASE_URL: 'postgres://ann:secret@postgres/decks',
    REDIS_URL: 'redis://redis:6379',
    SMTP_URL: 'smtp://mail:1025',
  }
  const hosts = { postgres: '127.0.0.1:7000', mail: '127.0.0.1:7001' }
  expect(withStandIns(settings, ['postgres', 'redis', 'mail'], hosts)).toEqual({
    NODE_ENV: 'production',
    CONTENT_URL: 'http://{label}.localhost:8080',
    DATABASE_URL: 'postgres://ann:secret@127.0.0.1:7000/decks',
    SMTP_URL: 'smtp://127.0.0.1:7001',
  })
})

describe('an installation as described by compose.yaml', { timeout: 180_000 }, () => {
  let installation: ComposeInstallation
  let here: RunningServer
  let there: RunningServer
  let ann: HttpBrowser
  let deck: JourneyDeck

  beforeAll(async () => {
    installation = await startComposeInstallation()
    expect(installation.web.length).toBeGreaterThan(1)
    expect(installation.workers.length).toBeGreaterThan(0)
    ;[here, there] = installation.web as [RunningServer, RunningServer]
    ann = new HttpBrowser(installation.baseUrl)
    await setUp(ann, here)
    deck = await makeDeck(ann, there.port, 'Made there')
  }, 300_000)
  afterAll(() => installation?.dispose())

  const visitor = () => new HttpBrowser(installation.baseUrl)
  const follow = ({ port }: RunningServer, ticket?: string) =>
    openLiveAt({ port, baseUrl: installation.baseUrl, cookies: '' }, { ticket })

  test('a deck saved at one process is read at the other', async () => {
    await readDeck(visitor(), here.port, deck, 'Made there')
    deck = await saveDeck(ann, here.port, deck, 'Saved here')
    await readDeck(visitor(), there.port, deck, 'Saved here')
  })

  test('a picture uploaded at one process is served by the other', async () => {
    const url = await uploadPicture(ann, there.port)
    expect((await visitor().get(here.port, url)).type).toBe('image/png')
  })

  test('the worker renders decks and delivers mail', async () => {
    const answer = await ann.call(here.port, 'POST', '/users/password.json', { user: { email: account.email } })
    expect(answer.status, answer.text).toBe(200)
    await seeThumbnail(visitor(), there.port, deck)
    const { mails } = installation.standIns
    const reset = () => mails.find(({ text = '' }) => text.includes('reset_password_token='))
    await waitFor(reset, inItsTime)
    expect(reset()).toMatchObject({ from: { address: installation.mailFrom }, to: [{ address: account.email }] })
    const link = /http\S+reset_password_token=\S+/.exec(reset()?.text ?? '')?.[0] as string
    expect(link.startsWith(installation.baseUrl)).toBe(true)
    expect((await visitor().get(there.port, link)).status).toBe(200)
  })

  // Needs a local Redis, for example: apt install redis-server.
  test.runIf(findRedis())('audiences are counted together through Redis', async () => {
    const [one, other] = [await follow(here), await follow(there)]
    await one.subscribe({ deck_id: deck.id, publisher: false })
    await other.subscribe({ deck_id: deck.id, publisher: false })
    await waitFor(() => one.counts.at(-1) === 2 && other.counts.at(-1) === 2)
    for (const socket of [one, other]) socket.close()
  })

  // Needs a local nginx, for example: apt install nginx.
  test.runIf(findNginx())(
    'behind nginx, configured as documented, users reach both processes, even when one is killed',
    async () => {
      const port = await freePort()
      const ports = installation.web.map((server) => server.port)
      const nginx = await startNginx(findNginx() as string, port, exampleFor(port, ports))
      try {
        deck = await saveDeck(ann, port, deck, 'Saved through nginx')
        await readDeck(visitor(), port, deck, 'Saved through nginx')
        expect((await visitor().get(port, await uploadPicture(ann, port))).type).toBe('image/png')
        const follower = await openLiveAt({ port, baseUrl: installation.baseUrl, cookies: '' })
        await follower.subscribe({ deck_id: deck.id, publisher: false })
        await move(ann, port, deck, 1)
        await waitFor(() => follower.states.at(-1)?.indexh === 1)
        follower.close()
        await here.kill()
        try {
          // Two requests would have reached different processes.
          for (const _ of installation.web) await readDeck(visitor(), port, deck, 'Saved through nginx')
        } finally {
          await here.start()
        }
      } finally {
        await nginx.stop()
      }
    },
  )

  test('when one process is killed the other continues, and nothing acknowledged is lost', async () => {
    const [one, other] = [await follow(here), await follow(there)]
    const joined = await one.subscribe({ deck_id: deck.id, publisher: false })
    await other.subscribe({ deck_id: deck.id, publisher: false })
    await move(ann, here.port, deck, 2)
    await waitFor(() => [one, other].every(({ states }) => states.at(-1)?.indexh === 2))
    deck = await saveDeck(ann, here.port, deck, 'Saved before the crash')
    await here.kill()
    await expect(visitor().get(here.port, deck.path)).rejects.toThrow()

    await readDeck(visitor(), there.port, deck, 'Saved before the crash')
    await move(ann, there.port, deck, 3)
    await waitFor(() => other.states.at(-1)?.indexh === 3)
    const back = await follow(there, (joined as { ticket?: string }).ticket)
    await back.subscribe({ deck_id: deck.id, publisher: false })
    await waitFor(() => back.states.at(-1)?.indexh === 3)
    deck = await saveDeck(ann, there.port, deck, 'Saved after the crash')

    await here.start()
    await readDeck(visitor(), here.port, deck, 'Saved after the crash')
    for (const socket of [one, other, back]) socket.close()
  })

  test('every process shuts down gracefully', async () => {
    const servers = [...installation.web, ...installation.workers]
    const codes = await Promise.all(servers.map((server) => server.stop()))
    expect(codes, servers.map((server) => server.output()).join('\n')).toEqual(servers.map(() => 0))
  })
})
