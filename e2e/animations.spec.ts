import type { Locator, Page } from '@playwright/test'
import { makeDeck, storedSlides } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { shownSlide, takesKeys } from './support/showing.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const order = (page: Page) => page.getByRole('list', { name: 'Steps of blocks' })

/** A slide with three texts below each other; the second one is rotated. */
function threeTexts(): string {
  const block = (n: number, text: string, more = '') =>
    `<div class="block" data-block-type="text" data-block-id="${String(n).padStart(16, '0')}" data-name="${text}" style="left: 80px; top: ${n * 140}px; width: 400px; height: 100px;${more}"><div class="block-content" style="padding: 10px;"><p>${text}</p></div></div>`
  return `<section data-id="${'1'.padStart(32, '0')}">\n${[block(1, 'Ant'), block(2, 'Bee', ' transform: rotate(10deg);'), block(3, 'Cat')].join('\n')}\n</section>`
}

async function open(person: Person) {
  const deck = await makeDeck(person.context.request, 'Steps', [threeTexts(), 'Two'])
  const editor = await openEditor(person.page, `${deck.path}/edit`)
  return { deck, editor }
}

/** The accessible name of each line: its step, its name, its start. */
async function lines(page: Page): Promise<string[]> {
  return order(page)
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const [, start] = row.querySelectorAll('select')
        const name = row.querySelector('button:not([aria-label])')?.textContent
        return `${row.querySelector('span')?.textContent} ${name} ${start?.value}`
      }),
    )
}

const expectLines = (page: Page, wanted: readonly string[]) => expect.poll(() => lines(page)).toEqual(wanted)

async function isVisible(block: Locator): Promise<boolean> {
  return block.evaluate((element) => getComputedStyle(element).visibility !== 'hidden')
}

/** The middle of a block on its slide, in slide px. */
const middleOf = (block: Locator) =>
  block.evaluate((element) => {
    const slide = element.closest<HTMLElement>('section')!
    const [at, box] = [slide.getBoundingClientRect(), element.getBoundingClientRect()]
    const scale = at.width / slide.offsetWidth
    return [(box.x + box.width / 2 - at.x) / scale, (box.y + box.height / 2 - at.y) / scale].map(Math.round)
  })

test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in '.*\/canvas'/))

test('blocks appear in seven ways, each animated in the show', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person)
  const kinds = ['Fade in', 'Fade down', 'Fade up', 'Fade right', 'Fade left', 'Fade out', 'Current visible']
  await editor.click({ x: 200, y: 190 })
  const fragment = page.getByLabel('Fragment')
  await expect(fragment.locator('option')).toHaveText(['None', ...kinds])
  await fragment.selectOption('Fade up')
  await editor.click({ x: 200, y: 330 })
  await fragment.selectOption('Fade left')
  const drawn = editor.slide.locator('[data-name="Bee"]')
  await expect(drawn).toHaveClass(/fade-left/)
  await expect.poll(() => middleOf(drawn)).toEqual([280, 330])
  await editor.click({ x: 200, y: 470 })
  await fragment.selectOption('Fade out')
  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  expect(stored).toMatch(/class="block fragment fade-up"[^>]*data-fragment-index="0"/)
  expect(stored).toMatch(/class="block fragment fade-left"[^>]*data-fragment-index="1"/)

  await page.goto(deck.path)
  const block = (name: string) => shownSlide(page).locator(`[data-name="${name}"]`)
  await expect(block('Ant')).not.toHaveClass(/visible/)
  const names = ['Ant', 'Bee', 'Cat']
  await expect.poll(() => Promise.all(names.map((name) => isVisible(block(name))))).toEqual([false, false, true])
  await expect(block('Ant')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 40)')
  // A rotated block keeps its rotation and still flies in.
  await expect(block('Bee')).toHaveCSS('translate', '40px')
  await takesKeys(page)
  await page.keyboard.press('ArrowRight')
  await expect(block('Ant')).toHaveCSS('opacity', '1')
  await expect(block('Ant')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 0)')
  await page.keyboard.press('ArrowRight')
  await expect(block('Bee')).toHaveCSS('translate', 'none')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => isVisible(block('Cat'))).toBe(false)

  await page.goto(`${deck.path}/export`)
  const printed = page.frameLocator('#deck-frame').locator('[data-name="Bee"]')
  await expect(printed).toBeVisible()
  await expect.poll(() => middleOf(printed)).toEqual([280, 330])
})

test('the order of fragments is changed by keys and by dragging, numbered on the slide, and played', async ({
  newPerson,
}) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person)
  await editor.press('ControlOrMeta+A')
  await tab(page, 'Steps').click()
  await page.getByRole('button', { name: 'Animate 3 blocks' }).click()
  await expectLines(page, ['1 Ant click', '2 Bee click', '3 Cat click'])
  await expect(page.locator('main [aria-hidden="true"] > span').filter({ hasText: /^[123]$/ })).toHaveText([
    '1',
    '2',
    '3',
  ])

  await test.step('with the previous one, and after it', async () => {
    await order(page).getByLabel('Start of Bee').selectOption('With previous')
    await order(page).getByLabel('Start of Cat').selectOption('After previous')
    await expectLines(page, ['1 Ant click', '1 Bee with', '2 Cat after'])
  })

  await test.step('arrow keys on the drag handle move a line', async () => {
    await order(page).getByRole('button', { name: 'Move Cat: arrow keys' }).focus()
    // Past both lines: nothing is inserted inside a step.
    await page.keyboard.press('ArrowUp')
    await expectLines(page, ['1 Cat click', '2 Ant click', '2 Bee with'])
    await order(page).getByLabel('Start of Ant').selectOption('After previous')
  })

  await test.step('it is dragged back, and undone', async () => {
    const from = (await order(page).getByRole('button', { name: 'Move Cat: arrow keys' }).boundingBox())!
    const to = (await order(page).getByRole('listitem').nth(2).boundingBox())!
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 8, to.y + to.height / 2, { steps: 5 })
    await page.mouse.up()
    await expectLines(page, ['1 Ant click', '1 Bee with', '2 Cat click'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectLines(page, ['1 Cat click', '2 Ant after', '2 Bee with'])
  })

  await test.step('the preview plays on the slide and leaves it unchanged', async () => {
    await page.getByRole('button', { name: 'Preview' }).click()
    const ant = editor.slide.locator('[data-name="Ant"]')
    await expect.poll(() => isVisible(ant)).toBe(false)
    await expect(page.getByRole('button', { name: 'Preview' })).toBeVisible()
    await expect.poll(() => isVisible(ant)).toBe(true)
  })

  await test.step('in the show, an automatic step follows a click', async () => {
    await isSaved(page)
    expect(await storedSlides(context.request, deck)).toMatch(/data-name="Cat"[^>]*data-autoslide="500"/)
    await page.goto(deck.path)
    const bee = shownSlide(page).locator('[data-name="Bee"]')
    await expect(shownSlide(page).locator('[data-name="Cat"]')).not.toHaveClass(/visible/)
    await takesKeys(page)
    await page.keyboard.press('ArrowRight')
    await expect(bee).toHaveClass(/visible/)
    // It stops there: the next slide waits for a key.
    await expect(shownSlide(page).locator('[data-name="Ant"]')).toHaveClass(/visible/)
  })
})

test('a named block animates to the next slide', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const { deck, editor } = await open(person)
  await editor.click({ x: 200, y: 190 })
  await page.getByLabel('Auto-animate as').fill('hero one')
  await page.getByLabel('Delay').fill('0.5')
  await page.getByLabel('Delay').press('Enter')
  await tab(page, 'Slide').click()
  await page.getByLabel('Auto-animate', { exact: true }).check()
  await isSaved(page)
  const stored = await storedSlides(context.request, deck)
  expect(stored).toContain('data-auto-animate')
  expect(stored).toContain('data-id="hero-one"')
  expect(stored).toContain('data-auto-animate-delay="0.5"')
})

/** A slide with two shapes, the second one rotated and with text, and an auto-animation of 30 s. */
function twoShapes(): string {
  const block = (n: number, x: number, more: string, words: string) =>
    `<div class="block" data-block-type="shape" data-block-id="${String(n).padStart(16, '0')}" data-name="Shape ${n}" style="left: ${x}px; top: 100px; width: 120px; height: 120px;${more}"><svg data-l-shape="rectangle" viewBox="0 0 120 120" preserveAspectRatio="none" aria-hidden="true"><path d="M0 0H120V120H0Z"></path></svg><div class="block-content">${words}</div></div>`
  return `<section data-id="${'1'.padStart(32, '0')}" data-auto-animate="" data-auto-animate-duration="30">\n${block(1, 100, '', '')}\n${block(2, 400, ' transform: rotate(30deg);', '<p>Go</p>')}\n</section>`
}

/** A block's position on its slide during the animation, in slide px, and its animated properties. */
const movement = (block: Locator) =>
  block.evaluate((element) => {
    const { left, top, opacity, rotate } = getComputedStyle(element)
    const moving = element.getAnimations().map((one) => (one as CSSTransition).transitionProperty)
    const [x, y] = [Number.parseFloat(left), Number.parseFloat(top)]
    const form = getComputedStyle(element.querySelector('svg')!).opacity
    return { x, y, opacity, rotate, moving: moving.sort(), form }
  })

test('a shape on a duplicated slide animates from its old position to its new one', async ({ newPerson }) => {
  const person = await newPerson()
  const { page, context } = person
  const deck = await makeDeck(context.request, 'Moves', [twoShapes()])
  const editor = await openEditor(page, `${deck.path}/edit`)
  await editor.press('ControlOrMeta+Shift+D')
  await editor.drag({ x: 160, y: 160 }, { x: 560, y: 460 })
  await editor.drag({ x: 460, y: 160 }, { x: 260, y: 460 })
  await page.getByLabel('Rotation').fill('50')
  await page.getByLabel('Rotation').press('Enter')
  await isSaved(page)

  await page.goto(deck.path)
  await expect(shownSlide(page)).toBeVisible()
  await takesKeys(page)
  await page.keyboard.press('ArrowRight')
  const [plain, turned] = [1, 2].map((n) => shownSlide(page).locator(`[data-name="Shape ${n}"]`))
  await expect.poll(async () => (await movement(plain!)).moving).toEqual(['left', 'top'])
  const seen = await movement(plain!)
  // It has hardly left its old position: the animation takes 30 s.
  expect(seen.x).toBeLessThan(300)
  expect(seen.opacity).toBe('1')
  const other = await movement(turned!)
  // Its text moves with it, and its rotation is animated.
  expect(other.moving).toEqual(['left', 'rotate', 'top'])
  expect([other.opacity, other.form]).toEqual(['1', '1'])
  await turned!.evaluate((element) => {
    for (const one of element.getAnimations()) one.finish()
  })
  const { x, y, rotate } = await movement(turned!)
  expect([x, y, rotate]).toEqual([200, 400, '0deg'])
  await expect(turned!).toHaveAttribute('style', /rotate\(50deg\)/)
})
