import { expect, type Page } from '@playwright/test'
import { EditorDriver } from '../../src/testing/editor-driver.ts'
import type { MadeDeck } from './decks.ts'
import { saveStatus } from './editing.ts'
import { leftDrafts } from './journal.ts'
import { slideList } from './slide-list.ts'

/** Longest waits in ms: of one action, which may be interrupted by a dialog or the end of editing, and of an opening. */
const [soon, patience] = [2_500, 30_000]

const deletion = 'Delete this slide?'

/** Answers to dialogs that keep what was written: in the deck, in a revision, or offered again. */
const answers: readonly (readonly [string, readonly string[]])[] = [
  ['You have unsaved changes', ['Restore']],
  ['Newer version available', ['Keep both', 'Keep both', 'Keep both', 'Ignore', 'Reload']],
  // One that another dialog covered.
  [deletion, ['Cancel']],
]

/** One window of a user who edits a deck with others, by pointer and keys. */
export class DeckHand {
  readonly name: string
  readonly page: Page
  readonly editor: EditorDriver
  readonly #deck: MadeDeck
  readonly #random: () => number
  readonly #onlyWrites: boolean
  #made = 0
  /** Marks that were written. */
  readonly marks: string[] = []
  /** What it did, for the report of a lost mark. */
  readonly history: string[] = []

  /** `onlyWrites`: it neither adds, moves nor deletes slides. */
  constructor(name: string, page: Page, deck: MadeDeck, random: () => number, onlyWrites = false) {
    this.name = name
    this.page = page
    this.editor = new EditorDriver(page)
    this.#deck = deck
    this.#random = random
    this.#onlyWrites = onlyWrites
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  /** Whether this window has the editor, rather than the review of a user who does not edit. */
  isEditing(): boolean {
    return this.page.url().includes('/edit')
  }

  /** Opens the editor, and restores what an earlier window of this browser had not saved. */
  async open(): Promise<void> {
    this.history.push('opens')
    await expect(async () => {
      // A page may never say that it is loaded.
      await this.page.goto(`${this.#deck.path}/edit`, { timeout: patience })
      await this.editor.layer.waitFor({ timeout: patience })
    }).toPass()
    // Only one is offered at a time.
    const end = performance.now() + patience / 3
    while (this.isEditing() && (await this.drafts()) > 0 && performance.now() < end) {
      await this.settle()
      await this.page.waitForTimeout(50)
    }
  }

  /** The number of drafts that no window of this browser has. */
  drafts(): Promise<number> {
    // The page may be just leaving.
    return leftDrafts(this.page, this.#deck.id).catch(() => 1)
  }

  /** Answers the dialogs that are open. */
  async settle(): Promise<void> {
    for (const [name, choices] of answers) {
      const dialog = this.page.getByRole('dialog', { name })
      if ((await dialog.count()) === 0) continue
      const choice = choices[this.#below(choices.length)]!
      this.history.push(`answers ${choice}`)
      await dialog
        .getByRole('button', { name: choice })
        .click({ timeout: soon })
        .catch(() => undefined)
      if (choice === 'Reload') await this.editor.layer.waitFor({ timeout: patience }).catch(() => undefined)
    }
  }

  /** Resolves with true once everything is saved, with false if this window does not edit any more. */
  async saveAll(): Promise<boolean> {
    const end = performance.now() + patience
    while (performance.now() < end) {
      if (!this.isEditing()) return false
      await this.settle()
      const state = await saveStatus(this.page)
        .textContent({ timeout: soon })
        .catch(() => '')
      if (state === 'Saved') return true
      await saveStatus(this.page)
        .click({ timeout: soon })
        .catch(() => undefined)
      await this.page.waitForTimeout(100)
    }
    throw new Error(`${this.name} cannot save: ${await saveStatus(this.page).textContent()}`)
  }

  /** Does something; false if a dialog or the end of editing was in the way. */
  async act(): Promise<boolean> {
    const dice = this.#random()
    try {
      await this.settle()
      const slides = slideList(this.page).locator('[data-slide]')
      const count = await slides.count()
      await slides.nth(this.#below(count)).click({ timeout: soon })
      this.history.push(dice < 0.7 ? 'writes' : dice < 0.86 ? 'drags or copies' : dice < 0.93 ? 'moves' : 'deletes')
      if (dice < 0.7 || this.#onlyWrites) await this.write()
      else if (dice < 0.8) await this.#drag()
      else if (dice < 0.86 && count < 8) await this.page.keyboard.press('ControlOrMeta+d')
      else if (dice < 0.93) await this.page.keyboard.press(`ControlOrMeta+Arrow${dice < 0.9 ? 'Down' : 'Up'}`)
      else if (count > 3) await this.#deleteSlide()
      return true
    } catch {
      await this.page.mouse.up().catch(() => undefined)
      return false
    }
  }

  /** Types a mark into a text of the slide. */
  async write(): Promise<void> {
    const mark = `${this.name}${this.#made++}x`
    await this.editor.doubleClick({ x: 200, y: this.#below(2) === 0 ? 120 : 320 })
    const text = this.editor.slide.locator('[contenteditable="true"]')
    await text.waitFor({ timeout: soon })
    await this.page.keyboard.press(this.#below(2) === 0 ? 'ControlOrMeta+Home' : 'ControlOrMeta+End')
    await this.page.keyboard.type(` ${mark} `)
    if ((await text.textContent({ timeout: soon }))?.includes(mark)) this.marks.push(mark)
    this.history.push(`${this.marks.at(-1) === mark ? 'wrote' : 'failed to write'} ${mark}`)
    for (let n = 0; n < 2; n++) await this.page.keyboard.press('Escape')
  }

  async #drag(): Promise<void> {
    await this.editor.drag({ x: 850, y: 600 }, { x: 850 + this.#below(60), y: 560 + this.#below(80) })
    await this.page.keyboard.press('Escape')
  }

  /** Deletes the slide, once all its words are on the server. */
  async #deleteSlide(): Promise<void> {
    if ((await saveStatus(this.page).textContent({ timeout: soon })) !== 'Saved') return
    await this.page.keyboard.press('Delete')
    const dialog = this.page.getByRole('dialog', { name: deletion })
    await dialog.getByRole('button', { name: 'Delete slide' }).click({ timeout: soon })
  }

  /** The words of all slides as this window shows them. */
  async shown(): Promise<string[]> {
    const slides = slideList(this.page).locator('[data-slide]')
    const seen: string[] = []
    for (let at = 0; at < (await slides.count()); at++) {
      const id = await slides.nth(at).getAttribute('data-slide')
      await slides.nth(at).click()
      const section = this.editor.slide.locator(`section[data-id="${id}"]`)
      await section.waitFor()
      const words = await section
        .locator('[data-block-id]')
        .evaluateAll((blocks) =>
          blocks.map((block) => `${(block as HTMLElement).dataset.blockId} ${block.textContent?.trim()}`),
        )
      seen.push([id, ...words].join('\n'))
    }
    return seen
  }
}
