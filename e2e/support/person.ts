import { randomBytes } from 'node:crypto'
import { type APIRequestContext, type APIResponse, type BrowserContext, expect, type Page } from '@playwright/test'
import { messages } from '../../src/rules/messages.ts'

/** Credentials. */
export interface Account {
  readonly username: string
  readonly email: string
  readonly password: string
}

/** A user with an account and a browser. */
export interface Person extends Account {
  readonly context: BrowserContext
  readonly page: Page
}

/** A unique name: the word, and some letters. */
export function ownName(word: string): string {
  return `${word}-${randomBytes(4).toString('hex')}`
}

/** Credentials of a new account. */
export function newAccount(given: Partial<Account> = {}): Account {
  const username = given.username ?? ownName('walker')
  return { username, email: `${username}@example.org`, password: 'walrus-teapot-42', ...given }
}

/** The current CSRF token of this browser's pages. */
export async function csrfToken(request: APIRequestContext, server = ''): Promise<string> {
  const html = await (await request.get(`${server}/about`)).text()
  const token = /<meta name="csrf-token" content="([^"]+)">/.exec(html)?.[1]
  if (!token) throw new Error('The page carries no CSRF token')
  return token
}

/** The last token of each browser, by server: a page per call would be a third of the calls' cost. */
const lastTokens = new WeakMap<APIRequestContext, Map<string, string>>()

/** Calls the API as this browser's pages would. `server`: its URL, if not the browser's default. */
export async function callAs(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
  server = '',
): Promise<APIResponse> {
  const tokens = lastTokens.get(request) ?? new Map<string, string>()
  lastTokens.set(request, tokens)
  const send = async (token: string) => {
    const headers = { accept: 'application/json', 'x-csrf-token': token }
    const answer = await request.fetch(server + path, { method, headers, ...(data === undefined ? {} : { data }) })
    // A call that signs in answers with the new session's token.
    tokens.set(server, answer.headers()['x-csrf-token'] ?? token)
    return answer
  }
  const known = tokens.get(server)
  const answer = known === undefined ? null : await send(known)
  // A page has signed in or out since.
  const isOld = answer?.status() === 422 && (await answer.text()).includes(messages.session.invalidToken)
  return answer && !isOld ? answer : send(await csrfToken(request, server))
}

/**
 * Creates an account through the API; the browser is signed in afterward. The editor's tour is marked as seen, since it
 * would be in the way; `tour` keeps it.
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

/** Signs up on the page, from the home page on. */
export async function signUpByForm(page: Page, { username, email, password }: Account): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`Welcome to Lectern, ${username}`)).toBeVisible()
}
