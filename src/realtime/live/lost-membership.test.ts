import { beforeAll, expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { withoutAccess } from '../still-allowed.ts'
import { actionOf, type Follower } from './follower.ts'

eachDatabase((makeApp) => {
  let app: TestApp
  let acme: number
  const member = () => app.person({ plan: 'enterprise', team_id: acme, membership_role: 'member' })
  beforeAll(async () => {
    app = await makeApp()
    acme = (await makeTeam(app.services, 'acme')).id
  })

  /** What a room keeps of a follower; publishers present the deck. */
  async function following({ user }: TestPerson, deckId: number, presents = false): Promise<Follower> {
    const publisher = presents ? { id: 'page', view: 'presenter', userId: user.id } : null
    return { session: null, userId: user.id, link: null, publisher, deckId } as unknown as Follower
  }
  const lost = (deckId: number, followers: readonly Follower[]) =>
    withoutAccess(app.services, deckId, followers, ({ publisher }) => actionOf(publisher !== null))
  const end = (person: TestPerson) =>
    app.services.database.write.updateTable('users').set({ team_id: null }).where('id', '=', person.user.id).execute()

  test('a membership that ends takes away the member’s internal and own decks, while they are followed and presented', async () => {
    const [owner, guest, stays] = [await member(), await member(), await member()]
    const deck = await makeDeck(app.services, owner.user, { visibility: 'team' })
    const followers = [
      await following(owner, deck.id, true),
      await following(guest, deck.id),
      await following(stays, deck.id),
    ]
    expect(await lost(deck.id, followers)).toEqual([])
    await end(guest)
    expect(await lost(deck.id, followers)).toEqual([followers[1]])
    await end(owner)
    expect(await lost(deck.id, followers)).toEqual(followers.slice(0, 2))
  })
})
