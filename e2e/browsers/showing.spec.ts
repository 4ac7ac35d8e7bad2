import type { Target } from '../../src/testing/browsers/find-elements.ts'
import { makeDeck, slideId } from '../support/decks.ts'
import { givePlan } from '../support/plans.ts'
import { talkSlide } from '../support/stage.ts'
import { expect, test } from './journey.ts'
import { otherSite } from './other-site.ts'
import { SlideHand } from './slide-hand.ts'

const talk = [
  talkSlide(1, 'Opening'),
  talkSlide(2, 'Wax', ['It is warm']),
  talkSlide(3, 'Winter'),
  talkSlide(4, 'Thanks'),
]

/** The slide a deck shows. `frames`: path to its frame. */
function shown(text: string, frames: readonly string[] = ['#deck-frame']): Target {
  return { css: 'section.present:not(.stack)', text, frames }
}

test('present: the editor’s button opens the deck in a window that handles keys and the deck’s arrows', async ({
  newUser,
}) => {
  const { window, request } = await newUser()
  const deck = await makeDeck(request, 'The heat of bees', talk)
  await new SlideHand(window).open(deck)
  const show = await window.opened(() => window.click({ role: 'button', name: 'Present' }))
  await show.see(shown('Opening'))
  expect(await show.address()).toMatch(/\/fullscreen/)
  // The page's script comes after the frame is painted, and brings the keys.
  await show.see({ css: 'html.loaded' })
  await show.key('ArrowRight')
  await show.see(shown('Wax'))
  const point: Target = { css: 'section.present .fragment.visible', text: 'It is warm', frames: ['#deck-frame'] }
  await show.seeNone(point)
  await show.key(' ')
  await show.see(point)
  await show.click({ css: '.controls .navigate-right', frames: ['#deck-frame'] })
  await show.see(shown('Winter'))
  await show.waitFor('have the slide in the address', async () => (await show.address()).endsWith('#/2'))
  await show.key('End')
  await show.see(shown('Thanks'))
  await show.key('Home')
  await show.see(shown('Opening'))
})

test('speaker: notes, time and the next slide are shown beside the slide, and both windows stay in sync', async ({
  newUser,
}) => {
  const { window: screen, request } = await newUser()
  const notes = { [slideId(1)]: 'Wait for the doors', [slideId(3)]: 'Slowly now' }
  const deck = await makeDeck(request, 'The heat of bees', talk, { notes })
  await screen.open(`${deck.path}/live`)
  await screen.see(shown('Opening', ['iframe']))
  const speaker = await screen.another()
  await speaker.open(`${deck.path}/speaker`)
  const current = ['[data-current] iframe']
  const upcoming = ['[data-upcoming] iframe']
  await speaker.see(shown('Opening', current))
  await speaker.see(shown('Wax', upcoming))
  await speaker.see({ css: 'body', text: 'Wait for the doors' })
  await speaker.see({ css: '[data-place]', text: /^1 \/ 4$/ })
  await speaker.see({ css: '[data-timer]', text: /^00:0[1-9]/ })

  await speaker.key('ArrowRight')
  await speaker.see(shown('Wax', current))
  await screen.see(shown('Wax', ['iframe']))
  await speaker.key('ArrowRight')
  await screen.see({ css: 'section.present .fragment.visible', text: 'It is warm', frames: ['iframe'] })
  await speaker.see(shown('Winter', upcoming))
  await speaker.click({ role: 'button', name: 'Jump', in: '[data-upcoming]' })
  await speaker.see(shown('Winter', current))
  await speaker.see({ css: 'body', text: 'Slowly now' })
  await screen.see(shown('Winter', ['iframe']))
  await speaker.key('b')
  await speaker.see({ css: '[data-paused]' })
  await screen.see({ css: '.reveal.paused', frames: ['iframe'] })
  await speaker.key('b')
  await speaker.seeNone({ css: '[data-paused]' })
  await screen.seeNone({ css: '.reveal.paused', frames: ['iframe'] })
})

test('live: the audience follows the presenter, looks elsewhere, and returns with one click', async ({
  newUser,
  newVisitor,
}) => {
  const { window: presenter, request } = await newUser()
  const deck = await makeDeck(request, 'The heat of bees', talk)
  const audience = await newVisitor()
  await audience.open(`${deck.path}/live`)
  await audience.see({ css: '[data-bubble]', text: 'Waiting for presenter' })
  await presenter.open(`${deck.path}/live`)
  await presenter.see(shown('Opening', ['iframe']))
  await audience.see({ css: '[data-bubble]', text: 'The heat of bees' })
  await audience.see(shown('Opening', ['iframe']))
  await presenter.click({ role: 'button', name: 'Start presentation' })
  await presenter.seeNone({ css: '[data-panel]' })
  await presenter.key('ArrowRight')
  await presenter.see(shown('Wax', ['iframe']))
  await audience.see(shown('Wax', ['iframe']))
  await presenter.key('ArrowRight')
  await audience.see({ css: 'section.present .fragment.visible', text: 'It is warm', frames: ['iframe'] })
  await audience.key('Home')
  await audience.see(shown('Opening', ['iframe']))
  await presenter.key('ArrowRight')
  await presenter.see(shown('Winter', ['iframe']))
  await audience.see({ css: 'body', text: 'The presenter is on slide 3' })
  await audience.click({ role: 'button', name: 'Back to the presenter' })
  await audience.see(shown('Winter', ['iframe']))
  await presenter.key('ArrowRight')
  await audience.see(shown('Thanks', ['iframe']))
})

test('private link: a private deck opens only by a link with its password', async ({
  newUser,
  newVisitor,
  expectError,
}) => {
  // A private deck is hidden from others, and a wrong password is refused.
  expectError(/401|404/)
  const { window, request, username } = await newUser()
  givePlan(username, 'pro')
  const deck = await makeDeck(request, 'Winter programme', ['The snow is here'], { visibility: 'self' })
  await window.open(deck.path)
  await window.click({ css: '[data-visibility-menu] > summary' })
  await window.click({ role: 'button', name: /^Create a link/ })
  await window.click({ role: 'button', name: 'Create a private link' })
  await window.fill({ role: 'field', name: /^Password/, in: '[role="dialog"], dialog' }, 'open sesame')
  await window.click({ role: 'button', name: 'Save' })
  await window.seeNone({ css: '[role="dialog"] *', text: /^Unsaved changes$/ })
  const { value: link } = await window.see({ role: 'field', name: 'Link' }, ({ value }) => value.includes('token='))

  const guest = await newVisitor()
  await guest.open(deck.path)
  await guest.see({ role: 'heading', text: 'There is nothing at this lectern' })
  await guest.open(link)
  await guest.see({ role: 'heading', name: 'This deck is protected' })
  await guest.fill({ role: 'field', name: /^Password/ }, 'barley')
  await guest.key('Enter')
  await guest.see({ css: '[role="alert"]', text: 'Wrong password, please try again' })
  await guest.fill({ role: 'field', name: /^Password/ }, 'open sesame')
  await guest.click({ role: 'button', name: 'Open the deck' })
  await guest.see(shown('The snow is here'))
})

test('embed: a deck embedded in another site is read there by keys and arrows, and opens full-screen here', async ({
  newUser,
  newVisitor,
}) => {
  const { request } = await newUser()
  const deck = await makeDeck(request, 'The heat of bees', talk)
  const address = new URL(`${deck.path}/embed`, process.env.SHARED_SERVER)
  const site = await otherSite(`<iframe src="${address}" width="576" height="420" allowfullscreen></iframe>`)
  const frames = ['iframe', '#deck-frame']
  try {
    const reader = await newVisitor()
    await reader.open(site.address)
    await reader.see(shown('Opening', frames))
    await reader.see({ css: '.embed-bar', text: 'The heat of bees', frames: ['iframe'] })
    await reader.click({ css: '.controls .navigate-right', frames })
    await reader.see(shown('Wax', frames))
    await reader.key('ArrowRight')
    await reader.see({ css: 'section.present .fragment.visible', text: 'It is warm', frames })
    await reader.click({ css: '[data-fullscreen]', frames: ['iframe'] })
    await reader.waitFor('fill the screen', () =>
      reader.evaluate(() => document.fullscreenElement?.localName === 'iframe'),
    )
    await reader.see(shown('Wax', frames))
  } finally {
    site.close()
  }
})
