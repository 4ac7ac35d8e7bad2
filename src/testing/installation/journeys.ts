import sharp from 'sharp'
import { expect } from 'vitest'
import type { RunningServer } from '../run-server.ts'
import { waitFor } from '../wait-for.ts'
import type { HttpBrowser } from './http-browser.ts'

/** Timeout in ms for background work: thumbnails, mails. */
export const inItsTime = 90_000

/** The test account. */
export const account = { username: 'ann', email: 'ann@example.org', password: 'walrus-teapot-42' } as const

/** The line with the set-up code, complete. */
const setupCode = /set-up code: (\S+)\n/

/** A deck on the server. */
export interface JourneyDeck {
  readonly id: number
  /** Path of its page: /{username}/{slug}. */
  readonly path: string
  readonly version: number
}

const slide = (text: string) => `<section data-id="${'a'.repeat(32)}"><h1>${text}</h1></section>`

/** Creates the operator's account with the code that the server printed; the browser is signed in afterward. */
export async function setUp(
  browser: HttpBrowser,
  { port, output }: Pick<RunningServer, 'port' | 'output'>,
): Promise<void> {
  const refused = await browser.call(port, 'POST', '/users.json', { user: account })
  expect(refused.status, refused.text).toBe(422)
  // The server prints the code after it begins to answer.
  await waitFor(() => setupCode.test(output()), inItsTime)
  const [, setup_code] = setupCode.exec(output()) ?? []
  const answer = await browser.call(port, 'POST', '/users.json', { user: { ...account, setup_code } })
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body.operator).toBe(true)
}

/** Creates a public deck with one slide. */
export async function makeDeck(browser: HttpBrowser, port: number, text: string): Promise<JourneyDeck> {
  const deck = { title: text, visibility: 'all', data: slide(text) }
  const answer = await browser.call(port, 'POST', '/api/v1/decks.json', { deck })
  expect(answer.status, answer.text).toBe(201)
  const { id, slug, user, version } = answer.body
  return { id, path: `/${user.username}/${slug}`, version }
}

/** Saves another text on the deck's slide; returns the new deck. */
export async function saveDeck(
  browser: HttpBrowser,
  port: number,
  deck: JourneyDeck,
  text: string,
): Promise<JourneyDeck> {
  const body = { deck: { version: deck.version, data: slide(text) } }
  const answer = await browser.call(port, 'PUT', `/api/v1/decks/${deck.id}.json`, body)
  expect(answer.status, answer.text).toBe(200)
  return { ...deck, version: answer.body.version }
}

/** Opens the deck's page and its frame, and expects the text on the slide. */
export async function readDeck(browser: HttpBrowser, port: number, deck: JourneyDeck, text: string): Promise<void> {
  const page = await browser.get(port, deck.path)
  expect(page.status, page.text).toBe(200)
  const address = /<iframe id="deck-frame"[^>]*? src="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
  expect(address, page.text.slice(0, 3_000)).toBeDefined()
  const frame = await browser.get(port, address as string)
  expect(frame.status, frame.text).toBe(200)
  expect(frame.text).toContain(`<h1>${text}</h1>`)
}

/** Uploads a picture; returns its URL for slides. */
export async function uploadPicture(browser: HttpBrowser, port: number): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a7' } })
    .png()
    .toBuffer()
  const edge = 'a-boundary-that-stands-in-no-file'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="meadow.png"\r\ncontent-type: image/png\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${edge}--\r\n`)])
  const type = `multipart/form-data; boundary=${edge}`
  const answer = await browser.call(port, 'POST', '/api/v1/media.json', { bytes, type })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.url
}

/** Waits until the thumbnail is rendered; until then it is a generated title picture. */
export async function seeThumbnail(browser: HttpBrowser, port: number, deck: JourneyDeck): Promise<void> {
  await waitFor(
    async () => (await browser.get(port, `/api/v1/decks/${deck.id}/thumbnail`)).type === 'image/webp',
    inItsTime,
  )
}

/** Moves the presentation of a deck. */
export async function move(browser: HttpBrowser, port: number, deck: JourneyDeck, indexh: number): Promise<void> {
  const state = JSON.stringify({ publisher_id: 'p', indexh })
  const answer = await browser.call(port, 'PUT', `/api/v1/decks/${deck.id}/stream.json`, { state })
  expect(answer.status, answer.text).toBe(200)
}
