import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeys } from '../keys.ts'
import { createByteCache } from './byte-cache.ts'
import { createContentHosts } from './content-hosts.ts'
import { base32, deckLabel, mediaLabel } from './deck-label.ts'
import { frameAddress } from './frame-address.ts'
import type { FrameDeck } from './frame-source.ts'
import { bringsScripts, canvasPolicy, deckFramePolicy, frameSandbox, mediaPolicy } from './policies.ts'
import { provenContentMode, retrySelfTest, selfTestAnswer } from './self-test.ts'
import { readPublicFrame, readTicket, TICKET_LIFE, type Ticket, writePublicFrame, writeTicket } from './ticket.ts'

const keys = createKeys('a-secret-for-tests-that-is-long-enough')
const others = createKeys('another-secret-for-tests-long-enough')
const local = { baseUrl: 'http://localhost:3000', contentUrl: 'http://{label}.localhost:3000' }

describe('the label of a deck’s host', () => {
  test('is base32 as everybody writes it', () => {
    const rows = [
      ['', ''],
      ['f', 'my'],
      ['fo', 'mzxq'],
      ['foo', 'mzxw6'],
      ['foobar', 'mzxw6ytboi'],
    ] as const
    for (const [text, expected] of rows) expect(base32(Buffer.from(text))).toBe(expected)
  })

  test('is a legal host name that stays the same and that nobody else can work out', () => {
    expect(deckLabel(keys, 7)).toMatch(/^d-[a-z2-7]{26}$/)
    expect(deckLabel(keys, 7)).toBe(deckLabel(keys, 7))
    const labels = [deckLabel(keys, 7), deckLabel(keys, 8), deckLabel(others, 7), mediaLabel(keys)]
    expect(new Set(labels).size).toBe(4)
  })
})

describe('a ticket', () => {
  const ticket: Ticket = {
    deckId: 7,
    version: 3,
    mode: 'embed',
    notes: false,
    autoplay: true,
    earlier: false,
    grant: { tokenId: 5, passwordVersion: 2 },
    expires: 1_000_000,
  }
  const text = writeTicket(keys, ticket)

  test('says what it was written for', () => {
    expect(readTicket(keys, text, 999_999)).toEqual(ticket)
    expect(readTicket(keys, writeTicket(keys, { ...ticket, notes: true, autoplay: false }), 0)).toMatchObject({
      notes: true,
      autoplay: false,
    })
  })

  test('is over after its time', () => {
    expect(readTicket(keys, text, 1_000_000)).toBeNull()
  })

  test('is worth nothing once anything in it was changed', () => {
    const changed = [...text].map(
      (character, at) => text.slice(0, at) + (character === 'x' ? 'y' : 'x') + text.slice(at + 1),
    )
    // The last characters of a signature hold bits that mean nothing.
    const read = changed.slice(0, -1).filter((forged) => readTicket(keys, forged, 0) !== null)
    expect(read).toEqual([])
    for (const forged of [
      '',
      '.',
      '7.3.show.0.role.zzz',
      `${text}.`,
      `${text}a`,
      text.slice(1),
      '7.3.embed.n.role.zzzzz.',
    ]) {
      expect(readTicket(keys, forged, 0)).toBeNull()
    }
  })

  test('of another instance, or made for another purpose, opens nothing', () => {
    expect(readTicket(others, text, 0)).toBeNull()
    const signed = '7.3.embed.n.role.zzzzzz'
    expect(readTicket(keys, `${signed}.${keys.sign('csrf', signed)}`, 0)).toBeNull()
  })

  test('is not needed for public decks, whose address says the rest', () => {
    const frame = { deckId: 12, mode: 'fullscreen', autoplay: false, fingerprint: 'abcdefgh23' } as const
    expect(readPublicFrame(writePublicFrame(frame))).toEqual(frame)
    for (const odd of [
      'public',
      'public-0-show-abcdefgh23',
      'public-1-speakers-abcdefgh23',
      'public-1-show-abc',
      'public-1-show-abcdefgh23x',
    ]) {
      expect(readPublicFrame(odd)).toBeNull()
    }
  })
})

describe('where decks are served', () => {
  const deck: FrameDeck = {
    id: 7,
    version: 3,
    isPublic: true,
    shape: 'shape',
    themeScripts: false,
    document: async () => '',
  }
  const address = (settings: { baseUrl: string; contentUrl: string | null }, more: Partial<FrameDeck> = {}) =>
    frameAddress(
      { ...deck, ...more },
      { mode: 'show', autoplay: true, notes: false, grant: 'role' },
      { keys, hosts: createContentHosts(settings, keys), build: 'b', now: 0 },
    )

  test('each deck has an origin of its own out of the box', () => {
    const found = address(local)
    expect(found).toMatchObject({ origin: `http://${deckLabel(keys, 7)}.localhost:3000`, ownOrigin: true })
    expect(found.url).toMatch(/\/d\/3\/public-7-show-[a-z2-7]{10}$/)
    const hosts = createContentHosts(local, keys)
    expect([hosts.serves(7, deckLabel(keys, 7)), hosts.serves(8, deckLabel(keys, 7)), hosts.serves(7, null)]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('on one shared host a deck with scripts of its theme has no origin', () => {
    const shared = { baseUrl: 'https://decks.example', contentUrl: 'https://content.example' }
    expect(address(shared)).toMatchObject({ origin: 'https://content.example', ownOrigin: true })
    expect(address(shared, { themeScripts: true })).toMatchObject({ origin: 'null', ownOrigin: false })
  })

  test('without a content host no deck has an origin, and themes bring no scripts', () => {
    const alone = { baseUrl: 'https://decks.example', contentUrl: null }
    expect(address(alone)).toMatchObject({ origin: 'null', ownOrigin: false })
    expect(createContentHosts(alone, keys).allowsThemeScripts).toBe(false)
  })

  test('a private deck is reached by ticket only, and that for ten minutes', () => {
    const { url } = address(local, { isPublic: false })
    const ticket = readTicket(keys, url.slice(url.lastIndexOf('/') + 1), 0)
    expect(ticket).toMatchObject({ deckId: 7, version: 3, notes: false, expires: TICKET_LIFE })
  })

  test('a change of settings or of the player changes the address, so that no cache shows the old deck', () => {
    expect(address(local, { shape: 'other' }).url).not.toBe(address(local).url)
  })
})

describe('the policy of a deck frame', () => {
  const options = {
    nonce: 'N',
    self: 'https://d-x.content.example',
    ownOrigin: true,
    themeScripts: false,
    mode: 'show',
    ancestors: ['https://decks.example', 'https://*.decks.example'],
  } as const

  test('lets nothing run but the player', () => {
    expect(deckFramePolicy(options)).toBe(
      "default-src 'none'; script-src 'nonce-N'; style-src 'unsafe-inline' https://d-x.content.example https://fonts.googleapis.com https://use.typekit.net; img-src https://d-x.content.example https: data:; media-src https://d-x.content.example https:; font-src https://d-x.content.example data: https://fonts.gstatic.com https://use.typekit.net; frame-src https:; connect-src 'none'; worker-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors https://decks.example https://*.decks.example; sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-orientation-lock allow-pointer-lock allow-storage-access-by-user-activation allow-same-origin",
    )
  })

  test('with scripts of a theme has no nonce, which would switch them off', () => {
    const policy = deckFramePolicy({ ...options, themeScripts: true })
    expect(policy).toContain("script-src 'unsafe-inline' 'unsafe-eval' https: https://d-x.content.example;")
    expect(policy).toContain('connect-src https: wss:; worker-src blob:; form-action')
    expect(policy).not.toContain('nonce-')
  })

  test('never lets a deck move the page around it, ask questions or start downloads', () => {
    for (const own of [true, false]) expect(frameSandbox(own)).not.toMatch(/top-navigation|modals|downloads/)
    expect(frameSandbox(false)).not.toContain('allow-same-origin')
  })

  test('of the document to be printed lets it open the print dialog, embed nothing and run nothing of a theme', () => {
    const policy = deckFramePolicy({ ...options, mode: 'print' })
    expect(policy).toContain(' allow-modals ')
    expect(policy).toContain("frame-src 'none'")
    expect(policy.replace(' allow-modals', '').replace("frame-src 'none'", 'frame-src https:')).toBe(
      deckFramePolicy(options),
    )
    expect([bringsScripts(true, 'print'), bringsScripts(true, 'show'), bringsScripts(false, 'show')]).toEqual([
      false,
      true,
      false,
    ])
  })

  test('of the canvas and of media allow no script at all', () => {
    const { origins } = createContentHosts(local, keys)
    expect(canvasPolicy(origins)).toBe(
      "default-src 'none'; script-src 'none'; style-src 'unsafe-inline' http://localhost:3000 http://*.localhost:3000 https://fonts.googleapis.com https://use.typekit.net; img-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https: data: blob:; media-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https:; font-src http://localhost:3000 http://*.localhost:3000 http://*.localhost:3000 https://fonts.gstatic.com https://use.typekit.net; frame-src 'none'; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
    )
    expect(mediaPolicy).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })
})

describe('the self-test of the content host', () => {
  const own = async (url: URL): Promise<string> => selfTestAnswer(keys, url.searchParams.get('nonce') ?? '')

  test('trusts a host that only this instance can answer for', async () => {
    expect(await provenContentMode(local, keys, own)).toBe('per-deck')
    expect(await provenContentMode({ contentUrl: 'https://content.example' }, keys, own)).toBe('single')
  })

  test('falls back where another server, or nobody, answers', async () => {
    expect(await provenContentMode(local, others, own)).toBe('none')
    expect(await provenContentMode(local, keys, async () => '<html>')).toBe('none')
    expect(await provenContentMode(local, keys, () => Promise.reject(new Error('refused')))).toBe('none')
    expect(await provenContentMode({ contentUrl: null }, keys, own)).toBe('none')
  })
})

describe('a failed self-test', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('is repeated with growing pauses until the content host answers, then no more', async () => {
    const tries: number[] = []
    const proven: string[] = []
    const begun = Date.now()
    retrySelfTest(
      async () => {
        tries.push(Date.now() - begun)
        return tries.length < 3 ? 'none' : 'per-deck'
      },
      (mode) => proven.push(mode),
    )
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toEqual([5_000, 15_000, 35_000])
    expect(proven).toEqual(['per-deck'])
  })

  test('is repeated at least every five minutes, and not after the server closed', async () => {
    let tries = 0
    const end = retrySelfTest(
      async () => {
        tries++
        return 'none'
      },
      () => expect.unreachable(),
    )
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toBeGreaterThan(12)
    end()
    const before = tries
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(tries).toBe(before)
  })
})

test('the cache of deck frames keeps what is used and never more than its size', () => {
  const cache = createByteCache<string>(80)
  for (const key of 'abcdefgh') cache.set(key, key, 10)
  expect(cache.get('a')).toBe('a')
  cache.set('i', 'i', 10)
  expect([cache.get('a'), cache.get('b'), cache.get('i')]).toEqual(['a', undefined, 'i'])
  cache.set('huge', 'huge', 11)
  expect(cache.get('huge')).toBeUndefined()
})
