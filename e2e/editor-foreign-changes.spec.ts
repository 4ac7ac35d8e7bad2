import type { CDPSession, Locator } from '@playwright/test'
import type { EditorDriver } from '../src/testing/editor-driver.ts'
import { type MadeDeck, makeDeck, storedSlides, textSlide } from './support/decks.ts'
import { isSaved, openEditor } from './support/editing.ts'
import { expect, test } from './support/journey.ts'
import type { Person } from './support/person.ts'
import { listedSlide, slideList } from './support/slide-list.ts'

/** Two windows of one user on a text of three paragraphs. */
interface Windows {
  readonly person: Person
  readonly deck: MadeDeck
  /** The window that is typed in while the other one saves. */
  readonly typing: EditorDriver
  readonly other: EditorDriver
}

const paragraphs = (editor: EditorDriver): Locator => editor.blocks('text').first().locator('p')

test.beforeEach(({ complaints }) => {
  // The slide's selection is read by a script, and the canvas allows no listeners of scripts.
  complaints.expect(/Blocked script execution in '.*\/canvas'/)
})

async function openWindows(person: Person): Promise<Windows> {
  const slide = textSlide(1, 'First</p><p>Second</p><p>Third')
  const deck = await makeDeck(person.context.request, 'Tides', [slide])
  const typing = await openEditor(person.page, `${deck.path}/edit`)
  const other = await openEditor(await person.context.newPage(), `${deck.path}/edit`)
  await edit(typing)
  return { person, deck, typing, other }
}

/** Starts editing the text, with the caret at its start. */
async function edit(editor: EditorDriver): Promise<void> {
  await editor.doubleClick({ x: 480, y: 220 })
  await editor.expectTyping(true)
  await editor.press('ControlOrMeta+Home')
}

/** Puts the caret at the end of the second paragraph. */
async function goToSecond(editor: EditorDriver): Promise<void> {
  await editor.press('ControlOrMeta+Home')
  await editor.press('ArrowDown')
  await editor.press('End')
}

/** Waits until the server has these words and the other window shows them. */
async function isEverywhere({ person, deck, typing, other }: Windows, words: readonly string[]): Promise<void> {
  const html = words.map((line) => `<p>${line}</p>`).join('')
  await expect.poll(() => storedSlides(person.context.request, deck)).toContain(html)
  await isSaved(typing.page)
  await expect(paragraphs(other)).toHaveText(words)
  await isSaved(other.page)
}

/** Writes in front of the first and behind the last paragraph in the other window, and waits until it is saved. */
async function writeElsewhere({ other, person, deck }: Windows, before: string, after: string): Promise<void> {
  await edit(other)
  await other.page.keyboard.insertText(before)
  await other.press('ControlOrMeta+End')
  await other.page.keyboard.insertText(after)
  await expect.poll(() => storedSlides(person.context.request, deck)).toContain(`${after}</p>`)
  await isSaved(other.page)
  await other.press('Escape')
  await other.press('Escape')
}

/** The selected words, and whether the selection runs backward. */
function selected(editor: EditorDriver): Promise<{ words: string; backward: boolean }> {
  return paragraphs(editor)
    .first()
    .evaluate(({ ownerDocument }) => {
      const { anchorNode, anchorOffset, focusNode, focusOffset } = ownerDocument.getSelection()!
      const range = ownerDocument.createRange()
      range.setStart(anchorNode!, anchorOffset)
      return {
        words: ownerDocument.getSelection()!.toString(),
        backward: range.comparePoint(focusNode!, focusOffset) < 0,
      }
    })
}

test('text saved in another window appears while one types, and caret and selection stay', async ({ newPerson }) => {
  const windows = await openWindows(await newPerson())
  const { typing } = windows
  await goToSecond(typing)
  await typing.type(' typed')
  await isEverywhere(windows, ['First', 'Second typed', 'Third'])
  const line = await paragraphs(typing).nth(1).elementHandle()

  await test.step('the caret stays', async () => {
    await writeElsewhere(windows, 'Before ', ' after')
    await expect(paragraphs(typing)).toHaveText(['Before First', 'Second typed', 'Third after'])
    expect(
      await paragraphs(typing)
        .nth(1)
        .evaluate((now, was) => now === was, line),
    ).toBe(true)
    await typing.type(' on')
    await isEverywhere(windows, ['Before First', 'Second typed on', 'Third after'])
  })

  await test.step('a backward selection stays, and grows in its direction', async () => {
    for (let step = 0; step < ' on'.length; step++) await typing.press('Shift+ArrowLeft')
    await writeElsewhere(windows, 'And ', ' all')
    await expect(paragraphs(typing)).toHaveText(['And Before First', 'Second typed on', 'Third after all'])
    expect(await selected(typing)).toEqual({ words: ' on', backward: true })
    await typing.press('Shift+ArrowLeft')
    expect(await selected(typing)).toEqual({ words: 'd on', backward: true })
    await typing.type('!')
    await expect(paragraphs(typing)).toHaveText(['And Before First', 'Second type!', 'Third after all'])
  })

  await test.step('undo reverts only what was typed here', async () => {
    await undoUntil(typing, 'Second')
    await isEverywhere(windows, ['And Before First', 'Second', 'Third after all'])
    await typing.expectTyping(true)
    await expect(slideList(typing.page).getByRole('listitem')).toHaveCount(1)
  })
})

/** Presses undo until the second paragraph is exactly this: how many steps there are depends on pauses between keys. */
async function undoUntil(editor: EditorDriver, words: string): Promise<void> {
  await expect(async () => {
    await editor.press('ControlOrMeta+z')
    expect(await paragraphs(editor).nth(1).textContent()).toBe(words)
  }).toPass()
}

test('a change from another window waits for the end of an IME composition, and both sides’ words are kept', async ({
  newPerson,
}) => {
  const windows = await openWindows(await newPerson())
  const { typing } = windows
  await goToSecond(typing)
  const keyboard = await typing.page.context().newCDPSession(typing.page)
  for (const composed of ['に', 'にほ']) await compose(keyboard, composed)
  await writeElsewhere(windows, 'Before ', ' after')
  // The thumbnail shows the deck: the change is in it.
  const thumbnail = listedSlide(typing.page, '1').frameLocator('iframe').locator('.slides p')
  await expect(thumbnail).toHaveText(['Before First', 'Second', 'Third after'])
  await expect(paragraphs(typing)).toHaveText(['First', 'Secondにほ', 'Third'])
  await compose(keyboard, 'にほん')
  await expect(paragraphs(typing)).toHaveText(['First', 'Secondにほん', 'Third'])
  await keyboard.send('Input.insertText', { text: '日本' })
  await typing.type('!')
  await isEverywhere(windows, ['Before First', 'Second日本!', 'Third after'])
  await expect(paragraphs(typing)).toHaveText(['Before First', 'Second日本!', 'Third after'])
  await typing.type('?')
  await expect(paragraphs(typing)).toHaveText(['Before First', 'Second日本!?', 'Third after'])
  await undoUntil(typing, 'Second')
  await isEverywhere(windows, ['Before First', 'Second', 'Third after'])
})

async function compose(keyboard: CDPSession, text: string): Promise<void> {
  await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
}
