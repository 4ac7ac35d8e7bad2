import { expect, test } from 'vitest'
import { makeDeck, makeTeam } from '../../testing/factories.ts'
import { eachDatabase } from '../../testing/test-app.ts'
import { deckState, isActiveDeck } from './deck-state.ts'
import { loadDeckFor } from './load-deck.ts'

const either = [false, true]
const cases = either.flatMap((trashed) =>
  either.flatMap((suspended) =>
    either.flatMap((byTeam) => either.map((ownerSuspended) => ({ trashed, suspended, byTeam, ownerSuspended }))),
  ),
)

eachDatabase((makeApp) => {
  test('a loaded deck is active exactly if the SQL condition finds it', async () => {
    const { services, person } = await makeApp()
    const { read } = services.database
    const team = await makeTeam(services, 'acme')
    const now = services.now()
    const of = (isSet: boolean) => (isSet ? now : null)
    const [active, suspended] = [await person(), await person({ active: false })]
    const states = cases.map(async ({ trashed, byTeam, ...one }) => {
      const { user } = one.ownerSuspended ? suspended : active
      const fields = { trashed_at: of(trashed), suspended_at: of(one.suspended), team_id: byTeam ? team.id : null }
      const deck = await makeDeck(services, { id: user.id }, fields)
      const loaded = await loadDeckFor(read, deck.id, null)
      const found = await read.selectFrom('decks').select('id').where('id', '=', deck.id).where(isActiveDeck).execute()
      return [loaded && deckState(loaded.deck) === 'active', found.length === 1]
    })
    const expected = cases.map((one) => !one.trashed && !one.suspended && (one.byTeam || !one.ownerSuspended))
    expect(await Promise.all(states)).toEqual(expected.map((isActive) => [isActive, isActive]))
  })
})
