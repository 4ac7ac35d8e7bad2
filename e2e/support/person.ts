import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'

/** What somebody signs in with. */
export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** Somebody with an account and a browser. */
export interface Person extends Account {
  readonly context: BrowserContext
  readonly page: Page
}

/** A name that no other test has: the word, and some letters. */
export function ownName(word: string): string {
  return `${word}-${randomBytes(4).toString('hex')}`
}

/** An account that nobody has yet. */
export function newAccount(given: Partial<Account> = {}): Account {
  const username = given.username ?? ownName('walker')
  return { username, email: `${username}@example.org`, password: 'walrus-teapot-42', ...given }
}

/** The token that this browser's pages hold at the moment. */
async function csrfToken(request: APIRequestContext, server: string): Promise<string> {
  const html = await (await request.get(`${server}/about`)).text()
  const token = /<meta name="csrf-token" content="([^"]+)">/.exec(html)?.[1]
  if (!token) throw new Error('The page carries no CSRF token')
  return token
}

/** Calls the API as the pages in this browser would. `server`: its address, where it is not the browser's usual one. */
export async function callAs(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
  server = '',
) {
  const headers = { accept: 'application/json', 'x-csrf-token': await csrfToken(request, server) }
  return request.fetch(server + path, { method, headers, ...(data === undefined ? {} : { data }) })
}

/**
 * Makes an account over the API; the browser is signed in afterward. Its person has seen the tour of the editor, which
 * would stand in the way of what else is done there; `tour` leaves it to come.
 */
export async function signUp(
  request: APIRequestContext,
  given?: Partial<Account>,
  server = '',
  { tour = false } = {},
): Promise<Account> {
  const account = newAccount(given)
  const answer = await callAs(request, 'POST', '/users.json', { user: account }, server)
  expect(answer.status(), await answer.text()).toBe(201)
  const skipped = { user_settings: { tutorial: 'skipped' } }
  if (!tour) expect((await callAs(request, 'PUT', '/api/v1/user_settings.json', skipped, server)).status()).toBe(200)
  return account
}

/** Signs in through the page. */
export async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/users/sign_in')
  await page.getByLabel('E-mail or username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/sign_in/)
}
