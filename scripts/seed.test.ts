import { expect, test } from 'vitest'
import { makeTestApp } from '../src/testing/test-app.ts'
import { seedWhenEmpty } from './seed.ts'

test('a first start brings public decks with their slides, themes and authors, and a second adds nothing', async () => {
  const app = await makeTestApp('sqlite')
  try {
    expect(await seedWhenEmpty(app.services)).toBe(true)
    const decks = await app.services.database.read
      .selectFrom('decks')
      .innerJoin('users', 'users.id', 'decks.user_id')
      .select(['decks.slug', 'decks.slide_count', 'decks.visibility', 'decks.theme_color', 'users.username'])
      .orderBy('decks.slug')
      .execute()
    expect(decks.length).toBeGreaterThanOrEqual(6)
    for (const deck of decks) {
      expect(deck.slide_count).toBeGreaterThanOrEqual(8)
      expect(deck.visibility).toBe('all')
    }
    expect(decks).toContainEqual(
      expect.objectContaining({
        slug: 'photosynthesis',
        theme_color: 'forest-yellow',
        username: 'prof-imani-achterberg',
      }),
    )
    expect(await seedWhenEmpty(app.services)).toBe(false)
  } finally {
    await app.close()
  }
})
