import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createDeck } from './api/decks/create-deck.ts'
import { subscribe } from './api/subscriptions/actions.ts'
import { seededMark } from './api/users/queries.ts'
import { readDeckFile, settingsInFile } from './document/deck-file.ts'
import { demoAccount } from './rules/demo-account.ts'
import { product } from './rules/product.ts'
import { sandboxToken } from './rules/sandbox-token.ts'
import type { UserRow } from './server/http/session.ts'
import { hashPassword } from './server/passwords/hash-password.ts'
import type { Services } from './server/services.ts'

const examples = join(import.meta.dirname, '..', 'examples')

/** A deck file of examples/. */
interface Example {
  readonly slug: string
  readonly author: string
  /** Its settings and slides. */
  readonly deck: Parameters<typeof createDeck>[2]
}

/** Reads an example. Throws an Error that names the file if it contains no slides. */
function readExample(path: string): Example {
  const { title, meta, slides } = readDeckFile(readFileSync(path, 'utf8'))
  if (slides === null) throw new Error(`${path} has no element with the class slides inside one with the class reveal`)
  const deck = {
    title: title || basename(path, '.html'),
    description: meta.description ?? '',
    ...settingsInFile({ meta }, true),
    data: slides,
  }
  return { slug: basename(path, '.html'), author: meta.author ?? '', deck }
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
      email_verified_at: now,
      password_hash: await hashPassword(password),
      plan: 'pro',
      manual_plan: 'pro',
      manually_upgraded: true,
      settings: JSON.stringify(seededMark),
      password_changed_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Gives the demo account a subscription of the sandbox instead of a plan by hand, so that it has something to bill. */
async function subscribeDemo(services: Services, { id }: UserRow): Promise<void> {
  if (services.payments.provider !== 'sandbox') return
  const expYear = services.now().getUTCFullYear() + 5
  const token = sandboxToken('4242424242424242', { brand: 'visa', expMonth: 12, expYear })
  const byHand = { manual_plan: null, manually_upgraded: false }
  await services.database.write.updateTable('users').set(byHand).where('id', '=', id).execute()
  await subscribe(services, { user: id }, { plan: 'pro', billing_period: 'yearly', token })
}

/**
 * The username of an author: 'Grace Hopper' becomes grace-hopper. The demo account owns the product's deck, to try the
 * editor on.
 */
function usernameOf(author: string): string {
  if (author === product.name) return demoAccount.username
  const plain = author
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain.length < 2 ? demoAccount.username : plain.slice(0, 40)
}

/**
 * Adds the demo account and the decks of examples/ to a database without accounts. The decks are public and belong to
 * their authors; one belongs to the demo account. Returns whether it added them.
 */
export async function seedWhenEmpty(services: Services): Promise<boolean> {
  const somebody = await services.database.read.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (somebody || !existsSync(examples)) return false
  const people = new Map<string, UserRow>()
  people.set(demoAccount.username, await addUser(services, demoAccount.username, 'Demo', demoAccount.password))
  await subscribeDemo(services, people.get(demoAccount.username) as UserRow)
  for (const file of readdirSync(examples).sort()) {
    if (!file.endsWith('.html')) continue
    const example = readExample(join(examples, file))
    const username = usernameOf(example.author)
    const author = people.get(username) ?? (await addUser(services, username, example.author, crypto.randomUUID()))
    people.set(username, author)
    await createDeck(services, author, { ...example.deck, slug: example.slug, visibility: 'all' })
  }
  return true
}
