import { expect, test } from '@playwright/test'
import { eventAttacks } from '../src/testing/attacks/event-attacks.ts'
import { makeAttackDeck } from '../src/testing/attacks/product/attack-deck.ts'
import { attackSlides } from '../src/testing/attacks/product/attack-slides.ts'
import { type AttackedInstance, startAttackedInstance } from '../src/testing/attacks/product/attacked-instance.ts'
import { views } from '../src/testing/attacks/product/views.ts'
import { visitView } from '../src/testing/attacks/product/visit-view.ts'

// A moment of `npm run attack product`: a deck that was never cleaned, behind the walls that are left.

// It has a server and a browser of its own; pictures of the runner's help nobody.
test.use({ screenshot: 'off', trace: 'off' })
test.describe.configure({ timeout: 240_000 })

/** Where a robot's click on a link led; a frame that may not go there shows the browser's own error. */
const isOut = (line: string) => !line.includes('chrome-error:')

let instance: AttackedInstance
test.beforeAll(async () => {
  instance = await startAttackedInstance({ sanitizer: false, policy: true, origin: true })
})
test.afterAll(() => instance?.close())

test('a deck that was never cleaned runs nothing behind the policy, and without it nothing in the app', async () => {
  // Those that leave the page whole, so that the deck starts.
  const attacks = eventAttacks.filter(({ name }) => /^event .*, plain$/.test(name)).slice(0, 6)
  const show = views[0]
  if (!show || attacks.length < 6) throw new Error('There is nothing to look at')
  const deck = await makeAttackDeck(instance, attackSlides(attacks, 0), { title: 'a', visibility: 'all' })

  const behindPolicy = await visitView(instance, show, deck, 'few')
  expect(behindPolicy).toMatchObject({ shown: true, hits: [], canary: [] })
  expect(behindPolicy.escapes.filter(isOut)).toEqual([])
  expect(behindPolicy.stopped.length).toBeGreaterThan(5)

  instance.stand({ policy: false, origin: true })
  const behindOrigin = await visitView(instance, show, deck, 'few')
  expect(behindOrigin.shown).toBe(true)
  expect(behindOrigin.hits.length).toBeGreaterThan(5)
  expect(behindOrigin.hits.filter(({ inApp }) => inApp)).toEqual([])
})
