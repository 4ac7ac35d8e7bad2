import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { promotedBytes } from '../../testing/promoted-bytes.ts'
import { createKeys } from '../keys.ts'
import { createByteCache } from './byte-cache.ts'
import { createContentHosts } from './content-hosts.ts'
import { base32, deckLabel, mediaLabel } from './deck-label.ts'
import { frameAddress } from './frame-address.ts'
import type { FrameDeck } from './frame-source.ts'
import {
  FRAME_TOKEN_LIFE,
  type FrameToken,
  readPublicFrame,
  signFrameToken,
  verifyFrameToken,
  writePublicFrame,
} from './frame-token.ts'
import { bringsScripts, canvasPolicy, deckFramePolicy, frameSandbox, mediaPolicy } from './policies.ts'
import { provenContentMode, retrySelfTest, selfTestAnswer } from './self-test.ts'

const keys = createKeys('a-secret-for-tests-that-is-long-enough')
const others = createKeys('another-secret-for-tests-long-enough')
const local = { baseUrl: 'http://localhost:3000', contentUrl: 'http://{label}.localhost:3000' }

describe('the label of a deck’s host', () => {
  test('is base32 by RFC 4648', () => {
    const rows = [
      ['', ''],
      ['f', 'my'],
      ['fo', 'mzxq'],
      ['foo', 'mzxw6'],
      ['foobar', 'mzxw6ytboi'],
    ] as const
    for (const [text, expected] of rows) expect(base32(Buffer.from(text))).toBe(expected)
  })

  test('is a legal host name, stable, and not guessable', () => {
    expect(deckLabel(keys, 7)).toMatch(/^d-[a-z2-7]{26}$/)
    expect(deckLabel(keys, 7)).toBe(deckLabel(keys, 7))
    const labels = [deckLabel(keys, 7), deckLabel(keys, 8), deckLabel(others, 7), mediaLabel(keys)]
    expect(new Set(labels).size).toBe(4)
  })
})

describe('a frame token', () => {
  const token: FrameToken = {
    deckId: 7,
    version: 3,
    mode: 'embed',
    notes: false,
    autoplay: true,
    earlier: false,
    grant: { tokenId: 5, passwordVersion: 2 },
    expires: 1_000_000,
  }
  const text = signFrameToken(keys, token)

  test('is parsed to the values that were signed', () => {
    expect(verifyFrameToken(keys, text, 999_999)).toEqual(token)
    expect(verifyFrameToken(keys, signFrameToken(keys, { ...token, notes: true, autoplay: false }), 0)).toMatchObject({
      notes: true,
      autoplay: false,
    })
  })

  test('expires', () => {
    expect(verifyFrameToken(keys, text, 1_000_000)).toBeNull()
  })

  test('is invalid if any character was changed', () => {
    const changed = [...text].map(
      (character, at) => text.slice(0, at) + (character === 'x' ? 'y' : 'x') + text.slice(at + 1),
    )
    // The last character of a signature has bits that do not matter.
    const read = changed.slice(0, -1).filter((forged) => verifyFrameToken(keys, forged, 0) !== null)
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
      expect(verifyFrameToken(keys, forged, 0)).toBeNull()
    }
  })

  test('a token of another instance or another purpose is invalid', () => {
    expect(verifyFrameToken(others, text, 0)).toBeNull()
    const signed = '7.3.embed.n.role.zzzzzz'
    expect(verifyFrameToken(keys, `${signed}.${keys.sign('csrf', signed)}`, 0)).toBeNull()
  })

  test('is not needed for public decks: their URL contains the deck, the mode and the fingerprint', () => {
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
    document: async () => ({ html: '', isPreliminary: false }),
  }
  const address = (settings: { baseUrl: string; contentUrl: string | null }, more: Partial<FrameDeck> = {}) =>
    frameAddress(
      { ...deck, ...more },
      { mode: 'show', autoplay: true, notes: false, grant: 'role' },
      { keys, hosts: createContentHosts(settings, keys), build: 'b', now: 0 },
    )

  test('by default each deck has its own origin', () => {
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

  test('on one shared host a deck with theme scripts has no origin', () => {
    const shared = { baseUrl: 'https://decks.example', contentUrl: 'https://content.example' }
    expect(address(shared)).toMatchObject({ origin: 'https://content.example', ownOrigin: true })
    expect(address(shared, { themeScripts: true })).toMatchObject({ origin: 'null', ownOrigin: false })
  })

  test('without a content host no deck has an origin, and themes have no scripts', () => {
    const alone = { baseUrl: 'https://decks.example', contentUrl: null }
    expect(address(alone)).toMatchObject({ origin: 'null', ownOrigin: false })
    expect(createContentHosts(alone, keys).allowsThemeScripts).toBe(false)
  })

  test('a private deck needs a token, valid for ten minutes', () => {
    const { url } = address(local, { isPublic: false })
    const token = verifyFrameToken(keys, url.slice(url.lastIndexOf('/') + 1), 0)
    expect(token).toMatchObject({ deckId: 7, version: 3, notes: false, expires: FRAME_TOKEN_LIFE })
  })

  test('a change of settings or of the player changes the URL, so that no cache shows the old deck', () => {
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

  test('allows no script but the player', () => {
    expect(deckFramePolicy(options)).toBe(
      "default-src 'none'; script-src 'nonce-N'; style-src 'unsafe-inline' https://d-x.content.example https://fonts.googleapis.com https://use.typekit.net; img-src https://d-x.content.example https: data:; media-src https://d-x.content.example https:; font-src https://d-x.content.example data: https://fonts.gstatic.com https://use.typekit.net; frame-src https:; connect-src 'none'; worker-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors https://decks.example https://*.decks.example; sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-orientation-lock allow-pointer-lock allow-storage-access-by-user-activation allow-same-origin",
    )
  })

  test('the policy with theme scripts has no nonce, since a nonce would disable the scripts', () => {
    const policy = deckFramePolicy({ ...options, themeScripts: true })
    expect(policy).toContain("script-src 'unsafe-inline' 'unsafe-eval' https: https://d-x.content.example;")
    expect(policy).toContain('connect-src https: wss:; worker-src blob:; form-action')
    expect(policy).not.toContain('nonce-')
  })

  test('never allows top navigation, dialogs or downloads', () => {
    for (const own of [true, false]) expect(frameSandbox(own)).not.toMatch(/top-navigation|modals|downloads/)
    expect(frameSandbox(false)).not.toContain('allow-same-origin')
  })

  test('the policy of the printable document allows the print dialog, but no embeds and no theme scripts', () => {
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

  test('the policies of the canvas and of media allow no script at all', () => {
    const { origins } = createContentHosts(local, keys)
    expect(canvasPolicy(origins)).toBe(
      "default-src 'none'; script-src 'none'; style-src 'unsafe-inline' http://localhost:3000 http://*.localhost:3000 https://fonts.googleapis.com https://use.typekit.net; img-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https: data: blob:; media-src http://localhost:3000/m/ http://*.localhost:3000/m/ http://*.localhost:3000 https:; font-src http://localhost:3000 http://*.localhost:3000 http://*.localhost:3000 https://fonts.gstatic.com https://use.typekit.net; frame-src 'none'; connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'self'",
    )
    expect(mediaPolicy).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })
})

describe('the self-test of the content host', () => {
  const own = async (url: URL): Promise<string> => selfTestAnswer(keys, url.searchParams.get('nonce') ?? '')

  test('accepts a host only if it answers with the key of this instance', async () => {
    expect(await provenContentMode(local, keys, own)).toBe('per-deck')
    expect(await provenContentMode({ contentUrl: 'https://content.example' }, keys, own)).toBe('single')
  })

  test('falls back to no content host if another server or no server answers', async () => {
    expect(await provenContentMode(local, others, own)).toBe('none')
    expect(await provenContentMode(local, keys, async () => '<html>')).toBe('none')
    expect(await provenContentMode(local, keys, () => Promise.reject(new Error('refused')))).toBe('none')
    expect(await provenContentMode({ contentUrl: null }, keys, own)).toBe('none')
  })
})

describe('a failed self-test', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('is repeated with growing pauses only until the content host answers', async () => {
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

  test('is repeated at least every five minutes, but not after the server closed', async () => {
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

test('the cache of deck frames evicts what was not used lately and never exceeds its size', () => {
  const cache = createByteCache<string>(80)
  for (const key of 'abcdefgh') cache.set(key, key, 10)
  expect(cache.get('a')).toBe('a')
  cache.set('i', 'i', 10)
  expect([cache.get('a'), cache.get('b'), cache.get('i')]).toEqual(['a', undefined, 'i'])
  cache.set('huge', 'huge', 11)
  expect(cache.get('huge')).toBeUndefined()
})

test('values that a cache has replaced are garbage of the young generation', async () => {
  const cache = createByteCache<readonly number[]>(1_000_000)
  // 16 kB each.
  const bytes = await promotedBytes(4_000, (n) => cache.set(`${n % 50}`, new Array<number>(2_000).fill(n), 100))
  expect(cache.get('49')?.[0]).toBe(3_999)
  expect(bytes / 16_000).toBeLessThan(400)
})
