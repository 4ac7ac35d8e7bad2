import { makeDeck } from './factories.ts'
import type { TestApp, TestPerson } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** People of a deck, and one who is none. */
export const commentRoles = ['owner', 'admin', 'editor', 'viewer', 'stranger'] as const
type Role = (typeof commentRoles)[number]

/** A private deck with one person of each role, and one without a role. */
export async function commentScene(app: TestApp) {
  const people = {} as Record<Role, TestPerson>
  for (const role of commentRoles) people[role] = await app.person({ plan: role === 'owner' ? 'enterprise' : 'free' })
  const deck = await makeDeck(app.services, people.owner.user, { visibility: 'self' })
  for (const role of ['admin', 'editor', 'viewer'] as const)
    await app.services.database.write
      .insertInto('deck_users')
      .values({
        ...{ deck_id: deck.id, user_id: people[role].user.id, email: null, role, active: true },
        ...{ status: 'disconnected', created_at: app.services.now() },
      })
      .execute()
  const base = `/api/v1/decks/${deck.id}/comments`
  const add = async (by: TestClient, message: string, more: object = {}) =>
    by.post(`${base}.json`, { comment: { message, ...more } })
  const list = async (by: TestClient, query = '') => (await by.get(`${base}.json${query}`)).body
  const messagesFor = async (by: TestClient, query = ''): Promise<string[]> =>
    (await list(by, query)).results.map(({ message }: { message: string }) => message)
  return { ...people, people, deck, base, add, list, messagesFor }
}
