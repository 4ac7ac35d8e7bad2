import { findDisplay, findKeyPresser } from '../../src/testing/browsers/virtual-display.ts'
import { storedSlides } from '../support/decks.ts'
import { expect, skipWithout, test } from './journey.ts'
import { SlideHand } from './slide-hand.ts'

// Only keys sent by the X server are composed: WebDriver's input bypasses the input method.
test.use({ shown: true })
test.beforeEach(() => {
  skipWithout('xdotool', 'xdotool', findKeyPresser() !== null)
  skipWithout('Xvfb', 'xvfb', findDisplay() !== null)
})

test('compose: letters from dead keys are typed once and complete, and undo removes them', async ({
  newUser,
  browserInUse,
}) => {
  const user = await newUser()
  const { window } = user
  const { display } = await browserInUse()
  const slide = new SlideHand(window)
  const deck = await slide.openBlank(user)
  await display!.focus(/A deck/)
  const press = (...keys: string[]) => display!.press(keys)
  const says = (text: RegExp) => window.see(slide.block('text', text))
  await window.key('t')
  await slide.click({ x: 200, y: 200 })
  await slide.isTyping(true)

  await press('c', 'a', 'f', 'dead_acute', 'e')
  await says(/^café$/)
  await press('space', 'dead_diaeresis', 'u', 'b', 'e', 'r', 'space', 'dead_acute', 'E', 'dead_circumflex', 'o')
  await says(/^café über Éô$/)
  // Keys that form no letter together are typed separately.
  await press('dead_acute', 'space', 'x')
  await says(/^café über Éô['’´]x$/)
  // In the middle of a word, and over a selection.
  await press('Home', 'Right', 'dead_grave', 'a')
  await says(/^càafé über/)
  await press('shift+Right', 'dead_tilde', 'n')
  await says(/^càñfé über/)
  await press('ctrl+b', 'dead_acute', 'i', 'ctrl+b', 'dead_acute', 'o')
  await says(/^càñíófé über/)
  await window.see({ ...slide.part('[data-block-type="text"] strong'), text: /^í$/ })

  await window.key('Escape')
  await slide.isSaved()
  const stored = await storedSlides(user.request, deck)
  expect(stored.normalize()).toContain('càñ<strong>í</strong>ófé über Éô')
  let steps = 0
  while ((await window.see(slide.block('text'))).text !== 'Text') {
    const { text: before } = await window.see(slide.block('text'))
    await window.key('Control+z')
    await window.see(slide.block('text'), ({ text }) => text !== before)
    steps += 1
  }
  for (; steps > 0; steps--) await window.key('Control+Shift+z')
  await says(/^càñíófé über Éô['’´]x$/)
})
