import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Insertable, Selectable } from 'kysely'
import { beginSlides, sizeOfAll, writeStructure } from '../api/decks/content-queries.ts'
import { insertDeck, newDeckRow, slugFromTitle } from '../api/decks/queries.ts'
import { insertTheme } from '../api/themes/queries.ts'
import { newSlideId } from '../document/ids.ts'
import { SANITIZER_VERSION } from '../document/sanitize/sanitize.ts'
import { textOf } from '../document/slide-text.ts'
import { singleStack } from '../document/structure.ts'
import { prices } from '../rules/prices.ts'
import { newTheme } from '../rules/theme-settings.ts'
import type { TeamsTable, UsersTable } from '../server/db/account-tables.ts'
import type { SubscriptionsTable } from '../server/db/billing-tables.ts'
import type { DecksTable } from '../server/db/schema.ts'
import type { ThemesTable } from '../server/db/theme-tables.ts'
import { hashSessionId, type SessionRow, type UserRow } from '../server/http/session.ts'
import type { Services } from '../server/services.ts'

/** The password of all makeUser accounts. */
export const testPassword = 'walrus-teapot-42'

/** Overrides for an account's fields. */
export type UserFields = Partial<Insertable<UsersTable>>

let made = 0
let passwordHash: Promise<string> | undefined

/**
 * An account: by default on the free plan, with a unique name, a verified address and testPassword. With a `team_id` it is an active member
 * of that team.
 */
export async function makeUser(services: Services, fields: UserFields = {}): Promise<UserRow> {
  made += 1
  passwordHash ??= hash(testPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const now = services.now()
  const username = fields.username ?? `person${made}`
  const team_id = fields.team_id ?? null
  const role = team_id === null ? null : (fields.membership_role ?? 'member')
  const row = {
    ...{ username, email: `${username}@example.org`, password_hash: await passwordHash, settings: '{}' },
    ...{ email_verified_at: now, password_changed_at: now, created_at: now, updated_at: now },
    ...fields,
    membership_role: role,
  }
  const user = await services.database.transaction(async (trx) => {
    const inserted = await trx.insertInto('users').values(row).returningAll().executeTakeFirstOrThrow()
    if (team_id !== null && role !== null) {
      const membership = { team_id, user_id: inserted.id, role, state: 'active' as const, created_at: now }
      await trx.insertInto('memberships').values(membership).execute()
    }
    return inserted
  })
  const { plan } = fields
  if (plan === 'lite' || plan === 'pro') await makeSubscription(services, { user_id: user.id, plan })
  return user
}

/** A subscription that is paid for a month from now. */
export async function makeSubscription(
  services: Services,
  fields: Partial<Insertable<SubscriptionsTable>> & Pick<Insertable<SubscriptionsTable>, 'plan'>,
): Promise<Selectable<SubscriptionsTable>> {
  const now = services.now()
  const period_end = new Date(now.getTime() + 30 * 86_400_000)
  return services.database.write
    .insertInto('subscriptions')
    .values({
      ...{ billing_period: 'monthly', status: 'active', quantity: 1, anchor: now, period_start: now, period_end },
      ...{ segment_start: now, segment_amount: prices[fields.plan].monthly, balance: 0, cancel_at_period_end: false },
      ...{ coupon_id: null, coupon_periods_left: null, discounted: false, version: 1, created_at: now },
      ...{ updated_at: now, ...fields },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A team with this slug and a paid plan. Create its members with its `team_id`. */
export async function makeTeam(
  services: Services,
  slug: string,
  fields: Partial<Insertable<TeamsTable>> = {},
): Promise<Selectable<TeamsTable>> {
  const now = services.now()
  const team = await services.database.write
    .insertInto('teams')
    .values({ slug, name: slug, plan: 'enterprise', created_at: now, updated_at: now, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow()
  const paid = team.plan === 'enterprise' && !team.manually_upgraded
  if (paid) await makeSubscription(services, { team_id: team.id, plan: 'enterprise' })
  return team
}

/**
 * A session as after sign-in, without the cost of a password hash: its row, and its cookie's value. `host`: a team's
 * host; default the app's.
 */
export async function makeSession(
  services: Services,
  user: Pick<UserRow, 'id'>,
  host: string = new URL(services.settings.baseUrl).host,
): Promise<{ row: SessionRow; cookie: string }> {
  const cookie = randomBytes(32).toString('base64url')
  const now = services.now()
  const row = await services.database.write
    .insertInto('sessions')
    .values({
      id_hash: hashSessionId(cookie),
      family: randomBytes(16).toString('hex'),
      user_id: user.id,
      host,
      user_agent: 'test',
      address: '127.0.0.1',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 30 * 86_400_000),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, cookie }
}

/** Fields of a test deck. */
export interface DeckFields extends Partial<Insertable<DecksTable>> {
  /** Inner HTML of each slide's section; default: one slide with the deck's title. */
  readonly slides?: readonly string[]
}

/** A public deck with slides, stored as the API would have. */
export async function makeDeck(
  services: Services,
  owner: Pick<UserRow, 'id'> & Partial<Pick<UserRow, 'team_id'>>,
  { slides: given, ...fields }: DeckFields = {},
): Promise<Selectable<DecksTable> & { slideIds: string[] }> {
  const title = fields.title ?? 'A deck'
  const slides = (given ?? [`<h1>${title}</h1>`]).map((inner) => {
    const slide_id = newSlideId()
    const html = `<section data-id="${slide_id}">${inner}</section>`
    return { slide_id, html, notes: '', text: textOf(html), sanitizer_version: SANITIZER_VERSION }
  })
  const deck = await services.database.transaction(async (trx) => {
    const row = newDeckRow({ id: owner.id, team_id: owner.team_id ?? null }, fields.visibility ?? 'all', services.now())
    const size = { slide_count: slides.length, content_bytes: sizeOfAll(slides) }
    const inserted = await insertDeck(trx, { ...row, title, ...size, ...fields }, fields.slug ?? slugFromTitle(title))
    await beginSlides(trx, inserted.id, slides, inserted.version)
    const stacks = slides.map((slide) => singleStack(slide.slide_id))
    const stored = { structure: { stacks, after: '' }, sanitizer_version: SANITIZER_VERSION }
    await writeStructure(trx, inserted.id, stored, inserted.version)
    return inserted
  })
  return Object.assign(deck, { slideIds: slides.map((slide) => slide.slide_id) })
}

/** Creates a theme of a user or a team, version 1. Missing columns have the values of a new theme. */
export async function makeTheme(
  services: Services,
  fields: Partial<Insertable<ThemesTable>>,
): Promise<Selectable<ThemesTable>> {
  const now = services.now()
  const { colors, scripts, snippets, ...content } = newTheme
  const lists = { scripts: JSON.stringify(scripts), snippets: JSON.stringify(snippets) }
  return insertTheme(services.database.write, {
    ...{ ...content, ...lists, colors: JSON.stringify(colors), user_id: null, team_id: null, version: 1 },
    ...{ sanitizer_version: SANITIZER_VERSION, thumbnail_key: null, thumbnail_version: null },
    ...{ created_at: now, updated_at: now, ...fields },
  })
}
