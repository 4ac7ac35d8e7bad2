import { firstLoads } from '../scripts/chunk-budgets.ts'
import { weighPage } from '../src/testing/weigh-page.ts'
import { makeDeck } from './support/decks.ts'
import { expect, test } from './support/journey.ts'

test('the first load of the editor fits its budget', async ({ newPerson, openBrowser }) => {
  const { context } = await newPerson()
  const deck = await makeDeck(context.request, 'Tides', ['Ebb', 'Flow', 'Neap', 'Spring'])
  const fresh = await openBrowser({ storageState: await context.storageState() })
  const { script, style, files } = await weighPage(fresh, `${deck.path}/edit`)
  const budget = firstLoads.find(({ page }) => page === 'editor')!
  expect(script + style).toBeGreaterThan(300)
  expect(script + style, 'kB; `npm run bench page-weight` shows those of each chunk').toBeLessThanOrEqual(
    budget.scriptAndStyle!,
  )
  expect(files).toBeLessThanOrEqual(budget.files!)
})
