import { type APIRequestContext, expect } from '@playwright/test'
import { callAs } from './person.ts'

/** A deck on the server. */
export interface MadeDeck {
  readonly id: number
  /** Of the deck's own page: /{username}/{slug}. */
  readonly path: string
}

/** The n-th id that a test gives to a slide. */
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
 * Makes a public deck over the API, of whole slides or of one text a slide. `server`: its address, where it is not the
 * one of the browser's own.
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

/** The slides of a deck as the server has them. */
export async function storedSlides(
  request: APIRequestContext,
  deck: Pick<MadeDeck, 'id'>,
  server = '',
): Promise<string> {
  const answer = await request.get(`${server}/api/v1/decks/${deck.id}/data.json`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}

/** Waits until a search finds this many decks: the words of a deck are written down a moment after it was saved. */
export async function areFound(request: APIRequestContext, term: string, count: number): Promise<void> {
  const total = async () => (await (await request.get(`/api/v1/search.json?q=${term}`)).json()).total
  await expect.poll(total).toBe(count)
}
