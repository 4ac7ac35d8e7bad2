import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createDeck } from '../src/api/decks/create-deck.ts'
import type { UserRow } from '../src/server/http/session.ts'
import { hashPassword } from '../src/server/passwords/hash-password.ts'
import type { Services } from '../src/server/services.ts'

const examples = join(import.meta.dirname, '..', 'examples')

/** The account that the first start of a development copy brings. */
export const demoAccount = { username: 'demo', email: 'demo@example.org', password: 'lectern-demo' } as const

/** A deck's file and what its head says about it. */
interface Example {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly author: string
  readonly data: string
}

function plainText(text: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? '')
}

function readExample(path: string): Example {
  const html = readFileSync(path, 'utf8')
  const title = /<title>([^<]*)<\/title>/i.exec(html)?.[1] ?? basename(path, '.html')
  const meta = (name: string) => new RegExp(`<meta\\s+name="${name}"\\s+content="([^"]*)"`, 'i').exec(html)?.[1] ?? ''
  return {
    slug: basename(path, '.html'),
    title: plainText(meta('title') || title),
    description: plainText(meta('description')),
    author: plainText(meta('author')),
    data: html,
  }
}

async function addUser(services: Services, username: string, name: string, password: string): Promise<UserRow> {
  const now = services.now()
  const email = username === demoAccount.username ? demoAccount.email : `${username}@example.org`
  return services.database.write
    .insertInto('users')
    .values({
      username,
      name,
      email,
      password_hash: await hashPassword(password),
      // The first account of an instance runs it.
      operator: username === demoAccount.username,
      plan: 'pro',
      settings: '{}',
      password_changed_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** An author's username: 'Grace Hopper' becomes grace-hopper. */
function usernameOf(author: string): string {
  const plain = author
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.length < 2 ? demoAccount.username : plain.slice(0, 40)
}

/**
 * Brings the demo account and the decks of examples/ into a database without accounts, the decks as their authors'
 * public ones. Answers whether it did.
 */
export async function seedWhenEmpty(services: Services): Promise<boolean> {
  const somebody = await services.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody || !existsSync(examples)) return false
  const people = new Map<string, UserRow>()
  people.set(demoAccount.username, await addUser(services, demoAccount.username, 'Demo', demoAccount.password))
  for (const file of readdirSync(examples).sort()) {
    if (!file.endsWith('.html')) continue
    const example = readExample(join(examples, file))
    const username = usernameOf(example.author)
    const author = people.get(username) ?? (await addUser(services, username, example.author, crypto.randomUUID()))
    people.set(username, author)
    const { slug, title, description, data } = example
    await createDeck(services, author, { title: title, slug, description, visibility: 'all', data })
  }
  return true
}
