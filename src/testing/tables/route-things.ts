import { randomUUID } from 'node:crypto'
import type { Services } from '../../server/services.ts'
import { makeDeck, makeSession, makeTeam, makeTheme, makeUser } from '../factories.ts'
import { sharedNote, type Thing } from './route-askers.ts'

/** Whose a thing is, and the text in it by which an answer that discloses it is noticed. */
export interface ThingOwner {
  readonly userId: number
  readonly teamId: number
  /** Whether the team pays, and not the user. */
  readonly byTeam: boolean
  readonly note: string
}

type Maker = (services: Services, owner: ThingOwner) => Promise<string | number>

/** Inserts a row and returns its id. */
function inserted(query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }): Promise<number> {
  return query.executeTakeFirstOrThrow().then(({ id }) => id)
}

const later = ({ now }: Services) => new Date(now().getTime() + 30 * 86_400_000)

/** What a receipt names. */
const parties = {
  seller: { name: 'Lectern', url: null },
  customer: { name: 'Customer', email: null, address: null },
}

function makePicture(
  { database, now }: Services,
  owner: { user_id: number | null; team_id: number | null },
  label: string,
): Promise<number> {
  return inserted(
    database.write
      .insertInto('media')
      .values({
        ...{ ...owner, key: `${randomUUID()}.png`, label, content_type: 'image/png', size: 1 },
        ...{ width: 1, height: 1, inline: false, hidden: false, content_hash: randomUUID(), created_at: now() },
      })
      .returning('id'),
  )
}

function makeFont(
  { database, now }: Services,
  owner: { user_id: number | null; team_id: number | null },
  family: string,
): Promise<number> {
  return inserted(
    database.write
      .insertInto('fonts')
      .values({
        ...{ ...owner, key: `media/${randomUUID()}.woff2`, family, weight_min: 400, weight_max: 400 },
        ...{ style: 'normal', license_bits: 0, size: 1, content_hash: randomUUID(), created_at: now() },
      })
      .returning('id'),
  )
}

function makeImport({ database, now }: Services, user_id: number, file_name: string): Promise<number> {
  const content = JSON.stringify({ data: '<section></section>', notes: {}, settings: {} })
  return inserted(
    database.write
      .insertInto('imports')
      .values({
        ...{ user_id, deck_id: null, mode: 'append', format: 'pdf', options: '{}', file_name, file_key: null },
        ...{ status: 'finished', done: 1, slide_count: 1, images: '[]', report: '[]', content, error: null },
        ...{ created_at: now(), updated_at: now(), finished_at: now() },
      })
      .returning('id'),
  )
}

function makeTemplate(
  { database, now }: Services,
  owner: { user_id: number | null; team_id: number | null },
  label: string,
): Promise<number> {
  return inserted(
    database.write
      .insertInto('slide_templates')
      .values({
        ...{ ...owner, label, html: '<section><p>x</p></section>', size: 30 },
        ...{ created_at: now(), updated_at: now() },
      })
      .returning('id'),
  )
}

/** Things of one user. */
const own = {
  session: async (services, { userId }) => (await makeSession(services, { id: userId })).row.family,
  'api token': ({ database, ...services }, { userId: user_id, note }) =>
    inserted(
      database.write
        .insertInto('api_tokens')
        .values({
          ...{ user_id, name: note, scope: 'read', token_hash: randomUUID() },
          ...{ created_at: services.now(), expires_at: later(services as Services) },
        })
        .returning('id'),
    ),
  passkey: ({ database, now }, { userId: user_id, note }) =>
    inserted(
      database.write
        .insertInto('passkeys')
        .values({
          ...{ user_id, name: note, credential_id: randomUUID(), public_key: 'x', user_handle: `handle-${user_id}` },
          ...{ counter: 0, transports: '[]', created_at: now() },
        })
        .returning('id'),
    ),
  picture: (services, { userId: user_id, note }) => makePicture(services, { user_id, team_id: null }, note),
  import: (services, { userId, note }) => makeImport(services, userId, note),
  font: (services, { userId: user_id, note }) => makeFont(services, { user_id, team_id: null }, note),
  'media tag': ({ database, now }, { userId: user_id, note }) =>
    inserted(
      database.write
        .insertInto('media_tags')
        .values({ user_id, team_id: null, name: note, created_at: now() })
        .returning('id'),
    ),
  template: (services, { userId: user_id, note }) => makeTemplate(services, { user_id, team_id: null }, note),
  identity: ({ database, now }, { userId: user_id, note }) =>
    inserted(
      database.write
        .insertInto('user_identities')
        .values({
          ...{ user_id, issuer: `https://${note}.example`, subject: randomUUID(), email: `${note}@example.org` },
          created_at: now(),
        })
        .returning('id'),
    ),
  payment: ({ database, now }, { userId, teamId, byTeam, note }) =>
    inserted(
      database.write
        .insertInto('payments')
        .values({
          ...(byTeam ? { team_id: teamId } : { user_id: userId }),
          ...{ number: `R-${randomUUID()}`, amount: 1400, currency: 'usd', status: 'paid', description: note },
          ...{ lines: '[]', change: '{}', card: 'Visa 4242', provider: 'sandbox', idempotency_key: randomUUID() },
          ...{ created_at: now(), settled_at: now(), receipt: JSON.stringify(parties) },
        })
        .returning('id'),
    ),
  deck: async (services, { userId, note }) =>
    (await makeDeck(services, { id: userId }, { title: note, slug: `deck-${randomUUID()}`, visibility: 'self' })).id,
  user: async (_services, { userId }) => userId,
} satisfies Partial<Record<Thing, Maker>>

async function makeMember(services: Services, team_id: number, state: 'active' | 'deactivated'): Promise<number> {
  const { id: user_id } = await makeUser(services, state === 'active' ? { team_id, plan: 'enterprise' } : {})
  if (state === 'active') return user_id
  const now = services.now()
  const membership = { team_id, user_id, role: 'member' as const, state, created_at: now, deactivated_at: now }
  await services.database.write.insertInto('memberships').values(membership).execute()
  return user_id
}

/** Things of a team. */
const ofTeam = {
  'team picture': (services, { teamId: team_id }) => makePicture(services, { user_id: null, team_id }, sharedNote),
  'team media tag': ({ database, now }, { teamId: team_id }) =>
    inserted(
      database.write
        .insertInto('media_tags')
        .values({ user_id: null, team_id, name: sharedNote, created_at: now() })
        .returning('id'),
    ),
  'team font': (services, { teamId: team_id }) => makeFont(services, { user_id: null, team_id }, sharedNote),
  'team template': (services, { teamId: team_id }) => makeTemplate(services, { user_id: null, team_id }, sharedNote),
  member: (services, { teamId }) => makeMember(services, teamId, 'active'),
  'former member': (services, { teamId }) => makeMember(services, teamId, 'deactivated'),
  invitation: (services, { teamId, note }) =>
    inserted(
      services.database.write
        .insertInto('invitations')
        .values({
          ...{ token_hash: randomUUID(), email: `${note}-${randomUUID()}@example.org`, team_id: teamId },
          purpose: JSON.stringify({ kind: 'team', id: teamId, role: 'member' }),
          ...{ created_at: services.now(), expires_at: later(services) },
        })
        .returning('id'),
    ),
  domain: async ({ database, now }, { teamId: team_id, note }) => {
    const domain = `${note}-${randomUUID()}.example`
    await database.write
      .insertInto('team_domains')
      .values({ team_id, domain, proof_token: 'x', created_at: now() })
      .execute()
    return domain
  },
  theme: async (services, { teamId }) => (await makeTheme(services, { team_id: teamId, name: 'Shared' })).id,
} satisfies Partial<Record<Thing, Maker>>

const newCoupon = ({ database, now }: Services, word: string) =>
  database.write
    .insertInto('coupons')
    .values({ code: `${word}-${randomUUID().slice(0, 8).toUpperCase()}`, percent: 10, created_at: now() })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()

/** Things of the instance, which its operators see. */
const ofInstance = {
  team: async (services) => (await makeTeam(services, `team-${randomUUID().slice(0, 8)}`)).id,
  coupon: async (services, { note }) => (await newCoupon(services, note.toUpperCase())).id,
  // In the path of the question.
  'coupon code': async (services) => (await newCoupon(services, 'SPRING')).code,
  job: ({ database, now }, { note }) =>
    inserted(
      database.write
        .insertInto('jobs')
        .values({
          ...{ kind: 'delete-sessions', payload: '{}', state: 'dead', attempts: 5, crashes: 0, progress: 0 },
          ...{ error: note, run_at: now(), created_at: now(), updated_at: now() },
        })
        .returning('id'),
    ),
  mail: ({ database, keys, now }, { note }) =>
    inserted(
      database.write
        .insertInto('mails')
        .values({
          ...{ recipient: `${note}@example.org`, subject: note, text: keys.encrypt('mail', 'x'), html: '' },
          ...{ state: 'failed', error: note, created_at: now() },
        })
        .returning('id'),
    ),
  report: async (services, owner) => {
    const deck_id = await own.deck(services, owner)
    const { database, now } = services
    const report = { deck_id, reason: 'spam' as const, text: owner.note, state: 'open' as const, created_at: now() }
    return inserted(database.write.insertInto('reports').values(report).returning('id'))
  },
  'public comment': async (services, owner) => {
    const { database, now } = services
    const comment = { deck_id: await own.deck(services, owner), user_id: owner.userId, message: owner.note }
    return inserted(
      database.write
        .insertInto('public_comments')
        .values({ ...comment, created_at: now() })
        .returning('id'),
    )
  },
  'new user': async (services) => (await makeUser(services)).id,
  'suspended user': async (services, { note }) =>
    (await makeUser(services, { active: false, suspended_at: services.now(), suspension_reason: note })).id,
  'suspended deck': async (services, owner) => {
    const id = await own.deck(services, owner)
    const suspended = { suspended_at: services.now(), suspension_reason: owner.note }
    await services.database.write.updateTable('decks').set(suspended).where('id', '=', id).execute()
    return id
  },
} satisfies Partial<Record<Thing, Maker>>

/** Makes a thing, and returns what paths name it by. */
export const makers: Readonly<Record<Thing, Maker>> = { ...own, ...ofTeam, ...ofInstance }
