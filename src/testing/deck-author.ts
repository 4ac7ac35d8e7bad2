import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect } from '@playwright/test'

/** A user with an account in a browser, who creates decks through the API. */
export interface DeckAuthor {
  readonly username: string
  /** Creates a public deck of this HTML (its sections); returns its URL. */
  publish(title: string, slides: string, settings?: Readonly<Record<string, unknown>>): Promise<string>
  /** Creates a theme of the user; returns its id. On servers without billing, where all users write themes. */
  makeTheme(theme: Readonly<Record<string, unknown>>): Promise<number>
}

/** Signs up a new user in this browser. `baseUrl`: the shared server's. */
export async function deckAuthor(context: BrowserContext, baseUrl: string): Promise<DeckAuthor> {
  const username = `author-${randomBytes(6).toString('hex')}`
  const send = async (path: string, data: unknown, method = 'POST'): Promise<Record<string, unknown>> => {
    const page = await (await context.request.get(`${baseUrl}/about`)).text()
    const token = /<meta name="csrf-token" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const headers = { 'x-csrf-token': token, origin: baseUrl }
    const answer = await context.request.fetch(baseUrl + path, { method, data, headers })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Record<string, unknown>
  }
  const user = { username, name: 'Ada Author', email: `${username}@example.org`, password: 'walrus-teapot-42' }
  await send('/users.json', { user })
  // Skips the tutorial.
  await send('/api/v1/user_settings.json', { user_settings: { tutorial: 'skipped' } }, 'PUT')
  return {
    username,
    makeTheme: async (theme) => Number((await send('/api/v1/themes.json', { theme })).id),
    publish: async (title, slides, settings = {}) => {
      const deck = await send('/api/v1/decks.json', { deck: { title, data: slides, visibility: 'all', ...settings } })
      return `${baseUrl}/${username}/${String(deck.slug)}`
    },
  }
}
