import { expect, test } from '@playwright/test'
import { eventAttacks } from '../src/testing/attacks/event-attacks.ts'
import { makeAttackDeck } from '../src/testing/attacks/product/attack-deck.ts'
import { attackSlides } from '../src/testing/attacks/product/attack-slides.ts'
import { type AttackedInstance, startAttackedInstance } from '../src/testing/attacks/product/attacked-instance.ts'
import { views } from '../src/testing/attacks/product/views.ts'
import { visitView } from '../src/testing/attacks/product/visit-view.ts'

// A short form of `npm run attack product`: an unsanitized deck behind the remaining protections.

// It has a server and browser of its own; the runner's screenshots would be useless.
test.use({ screenshot: 'off', trace: 'off' })
test.describe.configure({ timeout: 240_000 })

/** Target of a link clicked by the robot; a blocked navigation shows the browser's error page. */
const isOut = (line: string) => !line.includes('chrome-error:')

let instance: AttackedInstance
test.beforeAll(async () => {
  instance = await startAttackedInstance({ sanitizer: false, policy: true, origin: true })
})
test.afterAll(() => instance?.close())

test('an unsanitized deck runs nothing behind the CSP, and without it nothing in the app', async () => {
  // Attacks that leave the page intact, so that the deck starts.
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
