import { type APIRequestContext, expect } from '@playwright/test'
import { callAs } from './person.ts'

/** A deck on the server. */
export interface MadeDeck {
  readonly id: number
  /** Path of its page: /{username}/{slug}. */
  readonly path: string
}

/** The n-th slide id of a test. */
export function slideId(n: number): string {
  return String(n).padStart(32, '0')
}

/** A slide with one text block, as the editor writes it. */
export function textSlide(n: number, text: string): string {
  const style = 'left: 80px; top: 200px; width: 800px; height: 120px;'
  const block = `<div class="block" data-block-type="text" data-block-id="${String(n).padStart(16, '0')}" style="${style}"><div class="block-content" style="padding: 10px;"><p>${text}</p></div></div>`
  return `<section data-id="${slideId(n)}">${block}</section>`
}

/**
 * Creates a public deck through the API, of whole slides or of one text per slide. `server`: its URL, if not the
 * browser's default.
 */
export async function makeDeck(
  request: APIRequestContext,
  title: string,
  slides: readonly string[],
  settings: Readonly<Record<string, unknown>> = {},
  server = '',
): Promise<MadeDeck> {
  const data = slides.map((slide, index) => (slide.startsWith('<') ? slide : textSlide(index + 1, slide))).join('\n')
  const answer = await callAs(request, 'POST', '/api/v1/decks.json', { deck: { title, data, ...settings } }, server)
  expect(answer.status(), await answer.text()).toBe(201)
  const { id, slug, user } = await answer.json()
  return { id, path: `/${user.username}/${slug}` }
}

/** A deck's slides as stored on the server. */
export async function storedSlides(
  request: APIRequestContext,
  deck: Pick<MadeDeck, 'id'>,
  server = '',
): Promise<string> {
  const answer = await request.get(`${server}/api/v1/decks/${deck.id}/data.json`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** Waits until a search finds this many decks: they are indexed shortly after a save. */
export async function areFound(request: APIRequestContext, term: string, count: number): Promise<void> {
  const total = async () => (await (await request.get(`/api/v1/search.json?q=${term}`)).json()).total
  await expect.poll(total).toBe(count)
}
