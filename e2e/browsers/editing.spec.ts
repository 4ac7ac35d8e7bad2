import { writeFile } from 'node:fs/promises'
import { storedSlides } from '../support/decks.ts'
import { newAccount } from '../support/person.ts'
import { picture } from '../support/picture.ts'
import { expect, test } from './journey.ts'
import { otherSite } from './other-site.ts'
import { SlideHand } from './slide-hand.ts'

test('write: a new user signs up, types a deck, and finds it unchanged after a reload', async ({
  newVisitor,
  expectError,
}) => {
  // The lookup of a free username answers 404.
  expectError(/404/)
  const window = await newVisitor()
  const account = newAccount()
  await window.open('/users/sign_up')
  await window.fill({ role: 'field', name: /^Username/ }, account.username)
  await window.fill({ role: 'field', name: /^E-mail/ }, account.email)
  await window.fill({ css: 'input[type="password"]' }, account.password)
  await window.click({ role: 'button', name: 'Sign up' })
  await window.see({ css: 'body', text: `Welcome to Lectern, ${account.username}` })
  await window.click({ role: 'link', name: 'New deck' })
  await window.click({ role: 'button', name: 'Skip tutorial' })

  const slide = new SlideHand(window)
  await slide.isOpen()
  // Overflowing panel content must not make the window scroll: scroll bars that take space would shift everything.
  await window.see({ role: 'field', name: 'Speaker notes' })
  expect(await window.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true)
  await slide.clear()
  await window.key('t')
  await slide.click({ x: 200, y: 200 })
  await slide.isTyping(true)
  await window.type('Solar power, ')
  await window.key('Control+b')
  await window.type('bold')
  await window.key('Control+b')
  await window.key('Enter')
  await window.type('second line')
  await window.see(slide.block('text', 'Solar power, bold second line'))
  await window.see({ ...slide.part('[data-block-type="text"] strong'), text: /^bold$/ })
  await window.key('Escape')
  await slide.isTyping(false)
  await window.fill({ role: 'field', name: 'Deck title' }, 'All about the sun')
  await window.key('Enter')
  await slide.isSaved()

  await window.open(await window.address())
  await slide.isOpen()
  await window.see(slide.block('text', 'Solar power, bold second line'))
  await window.see({ role: 'field', name: 'Deck title' }, ({ value }) => value === 'All about the sun')
})

test('move and resize: blocks follow pointer and arrow keys, and stay there after a reload', async ({ newUser }) => {
  const user = await newUser()
  const { window } = user
  const slide = new SlideHand(window)
  const shape = slide.block('shape')
  const deck = await slide.openBlank(user)
  await slide.drawRectangle({ x: 100, y: 100 }, { x: 300, y: 220 })
  await slide.stands(shape, { x: 100, y: 100, width: 200, height: 120 })
  // Control disables snapping.
  await slide.drag({ x: 200, y: 160 }, { x: 417, y: 391 }, ['Control'])
  await slide.stands(shape, { x: 317, y: 331, width: 200, height: 120 })
  await slide.dragHandle('se', { x: 650, y: 560 }, ['Control'])
  await slide.stands(shape, { x: 317, y: 331, width: 333, height: 229 })
  await window.key('ArrowRight')
  await window.key('Shift+ArrowUp')
  await slide.stands(shape, { x: 318, y: 321, width: 333, height: 229 })
  await slide.isSaved()
  await slide.open(deck)
  await slide.stands(shape, { x: 318, y: 321, width: 333, height: 229 })
})

test('paste: content copied from another site and from the editor keeps its type', async ({ newUser }) => {
  const user = await newUser()
  const { window } = user
  const slide = new SlideHand(window)
  const deck = await slide.openBlank(user)
  const table = '<table><tr><th>Region</th><th>Sales</th></tr><tr><td>North</td><td>12</td></tr></table>'
  const site = await otherSite(`<h1 style="color: red">Solar</h1><p>It <b>shines</b></p><hr>${table}`)
  try {
    await window.open(site.address)
    await window.clickAt({ x: 600, y: 500 })
    await window.key('Control+a')
    await window.key('Control+c')
  } finally {
    site.close()
  }
  await slide.open(deck)
  await slide.click({ x: 480, y: 350 })
  await window.key('Control+v')
  await window.see(slide.block('table', 'Region Sales North 12'))
  await window.see(slide.block('text', 'Solar It shines'))
  await window.see({ ...slide.part('[data-block-type="text"] :is(strong, b)'), text: /^shines$/ })

  await window.key('Escape')
  await slide.clear()
  await slide.drawRectangle({ x: 100, y: 100 }, { x: 300, y: 220 })
  await window.key('Control+x')
  await slide.hasBlocks(0)
  await window.key('Control+v')
  await slide.hasBlocks(1, 'shape')
  await window.key('Control+v')
  await slide.hasBlocks(2, 'shape')
})

test('undo: every step is undone and redone, by keys and by buttons, and the last one is saved', async ({
  newUser,
}) => {
  const user = await newUser()
  const { window } = user
  const slide = new SlideHand(window)
  const shape = slide.block('shape')
  const deck = await slide.openBlank(user)
  await slide.drawRectangle({ x: 100, y: 100 }, { x: 300, y: 220 })
  await slide.drag({ x: 200, y: 160 }, { x: 400, y: 360 }, ['Control'])
  await slide.stands(shape, { x: 300, y: 300, width: 200, height: 120 })
  await window.key('Escape')
  await window.key('t')
  await slide.click({ x: 200, y: 600 })
  await slide.isTyping(true)
  await window.type('One')
  await window.see(slide.block('text', /^One$/))
  await window.key('Escape')
  await window.key('Escape')

  await window.key('Control+z')
  await window.see(slide.block('text'), ({ text }) => text !== 'One')
  await window.key('Control+z')
  await slide.hasBlocks(0, 'text')
  await window.key('Control+z')
  await slide.stands(shape, { x: 100, y: 100, width: 200, height: 120 })
  await window.click({ role: 'button', name: 'Undo' })
  await slide.hasBlocks(0)
  await window.click({ role: 'button', name: 'Redo' })
  await window.key('Control+Shift+z')
  await slide.stands(shape, { x: 300, y: 300, width: 200, height: 120 })
  await window.key('Control+Shift+z')
  await window.key('Control+Shift+z')
  await window.see(slide.block('text', /^One$/))
  await slide.isSaved()
  expect(await storedSlides(user.request, deck)).toContain('<p>One</p>')
})

test('upload: a local picture is shown on the slide and on the deck’s own page', async ({ newUser }, testInfo) => {
  const user = await newUser()
  const { window } = user
  const slide = new SlideHand(window)
  const deck = await slide.openBlank(user)
  const file = await picture('burrow.png', '#886644', 160, 100)
  const path = testInfo.outputPath(file.name)
  await writeFile(path, file.buffer)
  await window.click({ role: 'button', name: 'Add image' })
  await window.see({ role: 'button', name: 'Choose a file' })
  await window.upload('[role="dialog"] input[type="file"]', [path])
  await slide.hasBlocks(1, 'image')
  await slide.isSaved()
  const image = slide.part('[data-block-type="image"] img')
  await window.see(image, ({ width }) => width > 0)
  await window.open(deck.path)
  await window.waitFor('see the picture in the deck', () =>
    window.evaluate(
      () => (document.querySelector<HTMLImageElement>('section.present img')?.naturalWidth ?? 0) === 160,
      [],
      ['#deck-frame'],
    ),
  )
})
