import type { Locator, Page } from '@playwright/test'
import { excelCells, wordText } from '../../src/testing/clipboard/office-payloads.ts'
import { article, docsText, editorCode, plainTexts } from '../../src/testing/clipboard/web-payloads.ts'
import type { EditorDriver } from '../../src/testing/editor-driver.ts'
import { randomFrom } from '../../src/testing/seeded-random.ts'

/** Performs random user actions on an editor, with real pointer and keys. */
export interface Monkey {
  /** Performs one action; returns its description. */
  act(): Promise<string>
}

type Deed = () => Promise<string>

const held = ['Shift', 'Alt', 'ControlOrMeta'] as const
const keys =
  'Escape Escape Enter Tab Shift+Tab Delete Backspace F2 ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowUp Alt+ArrowLeft t r o l i ControlOrMeta+a ControlOrMeta+d ControlOrMeta+g ControlOrMeta+Shift+g ControlOrMeta+b ControlOrMeta+i ControlOrMeta+] ControlOrMeta+[ ControlOrMeta+Shift+] ControlOrMeta+c ControlOrMeta+x ControlOrMeta+v ControlOrMeta+m PageDown PageUp Home End ControlOrMeta+Alt+c ControlOrMeta+Alt+v ControlOrMeta+Shift+7 ControlOrMeta+Shift+8 ControlOrMeta+f Shift+F10'.split(
    ' ',
  )
const words = ['Moss', '# Head ', '- one ', '**bold** ', 'a < b & c', '1. first ', '$x^2$ ', 'größer 🦊', '`code` ']
const payloads = [
  ...[wordText, excelCells, docsText, article, editorCode].map(({ forms }) => forms),
  ...[plainTexts.markdown, plainTexts.csv, plainTexts.latex, plainTexts.svg, plainTexts.words].map((text) => ({
    'text/plain': text,
  })),
]
/** Controls that leave the editor or open native dialogs. */
const dangerous = /present|leave|public|choose a file|upload|import|account|picture from|replace/i

/** A monkey for an open editor. Deterministic per seed, as far as the editor responds equally. */
export function createMonkey(editor: EditorDriver, seed: number): Monkey {
  const hand = new Hand(editor, randomFrom(seed))
  const chances: readonly (readonly [number, Deed])[] = [
    [10, () => hand.click()],
    [12, () => hand.drag()],
    [5, () => hand.doubleClick()],
    [18, () => hand.key()],
    [9, () => hand.type()],
    [8, () => hand.undo()],
    [6, () => hand.redo()],
    [7, () => hand.paste()],
    [7, () => hand.press('toolbar', '[role="toolbar"] button:not(:disabled)')],
    [9, () => hand.control()],
    [4, () => hand.press('slide', 'nav[aria-label="Slides"] [data-slide]')],
    [3, () => hand.press('list', 'nav[aria-label="Slides"] button:not(:disabled):not([data-slide])')],
    [2, () => hand.dragSlide()],
    [5, () => hand.palette()],
    [4, () => hand.menu()],
    [2, () => hand.wheel()],
  ]
  const all = chances.flatMap(([often, deed]) => Array.from({ length: often }, () => deed))
  return { act: async () => (await hand.answerWindow()) ?? (await hand.one(all)!()) }
}

class Hand {
  readonly #editor: EditorDriver
  readonly #page: Page
  readonly #random: () => number
  #slide = { x: 0, y: 0, width: 960 }

  constructor(editor: EditorDriver, random: () => number) {
    this.#editor = editor
    this.#page = editor.page
    this.#random = random
  }

  below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  one<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  #place() {
    return { x: this.below(1060) - 50, y: this.below(760) - 30 }
  }

  #held() {
    return this.below(4) === 0 ? [this.one(held)!] : []
  }

  /** A random point on the slide or a little beside it, in px of the window. */
  async #somewhere(): Promise<{ x: number; y: number }> {
    // A new dialog may hide the slide: its last position will do.
    const slide = this.#editor.slide.locator('.slides')
    this.#slide = (await slide.boundingBox({ timeout: 1_000 }).catch(() => null)) ?? this.#slide
    const { x, y } = this.#place()
    const scale = this.#slide.width / 960
    return { x: this.#slide.x + x * scale, y: this.#slide.y + y * scale }
  }

  async #holding(act: () => Promise<void>): Promise<void> {
    const keys = this.#held()
    for (const key of keys) await this.#page.keyboard.down(key)
    await act()
    for (const key of keys) await this.#page.keyboard.up(key)
  }

  async click(): Promise<string> {
    const at = await this.#somewhere()
    await this.#holding(() => this.#page.mouse.click(at.x, at.y))
    return 'click'
  }

  async doubleClick(): Promise<string> {
    const at = await this.#somewhere()
    await this.#page.mouse.dblclick(at.x, at.y)
    return 'double click'
  }

  async drag(): Promise<string> {
    // Selected text would be dragged by the browser, which Playwright cannot follow into the canvas.
    if ((await this.#editor.slide.locator('[contenteditable="true"], [data-in-place]').count()) > 0) {
      await this.#page.keyboard.press('Escape')
      await this.#page.keyboard.press('Escape')
    }
    const handles = this.#editor.layer.locator('[data-handle]:visible, [data-part="end"]:visible')
    const count = this.below(2) === 0 ? await handles.count() : 0
    const box =
      count > 0
        ? await handles
            .nth(this.below(count))
            .boundingBox({ timeout: 500 })
            .catch(() => null)
        : null
    const from = box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : await this.#somewhere()
    const to = await this.#somewhere()
    const givesUp = this.below(8) === 0
    await this.#page.mouse.move(from.x, from.y)
    await this.#page.mouse.down()
    await this.#holding(async () => {
      await this.#page.mouse.move(to.x, to.y, { steps: 2 })
      if (givesUp) await this.#page.keyboard.press('Escape')
      await this.#page.mouse.up()
    })
    return `drag ${box ? 'a handle' : 'over the slide'}${givesUp ? ', given up' : ''}`
  }

  async key(): Promise<string> {
    const key = this.one(keys)!
    await this.#page.keyboard.press(key)
    return `key ${key}`
  }

  async type(): Promise<string> {
    const word = this.one(words)!
    // On a selected text a word starts editing; otherwise its letters are shortcuts, which is fine.
    if (this.below(2) === 0) await this.#page.keyboard.type(word)
    else await this.#page.keyboard.insertText(word)
    return `type ${word}`
  }

  async undo(): Promise<string> {
    const times = 1 + this.below(this.below(5) === 0 ? 12 : 2)
    for (let time = 0; time < times; time++) await this.#page.keyboard.press('ControlOrMeta+z')
    return `undo ${times}`
  }

  async redo(): Promise<string> {
    const times = 1 + this.below(this.below(5) === 0 ? 12 : 2)
    for (let time = 0; time < times; time++) await this.#page.keyboard.press('ControlOrMeta+Shift+z')
    return `redo ${times}`
  }

  async paste(): Promise<string> {
    const forms: Readonly<Record<string, string>> = this.one(payloads)!
    await this.#page.evaluate((given) => {
      const data = new DataTransfer()
      for (const [type, value] of Object.entries(given)) data.setData(type, value)
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
    }, forms)
    return `paste ${forms['text/plain']?.slice(0, 20)}`
  }

  /** A random enabled element of a selector; null if there is none or it is covered. */
  async #some(selector: string): Promise<Locator | null> {
    const found = this.#page.locator(selector).filter({ visible: true })
    const count = await found.count()
    return count === 0 ? null : found.nth(this.below(count))
  }

  async press(what: string, selector: string): Promise<string> {
    const target = await this.#some(selector)
    if (!target) return `no ${what}`
    const name = await nameOf(target)
    if (dangerous.test(name)) return `not ${name}`
    // Elements that disappear or get covered meanwhile are ignored.
    await target.click({ timeout: 800 }).catch(() => undefined)
    return `press ${what} ${name}`
  }

  /** Operates a control of the properties panel. */
  async control(): Promise<string> {
    const tabs = 'aside[aria-label="Properties"] [role="tab"]:not(:disabled)'
    if (this.below(5) === 0) return this.press('tab', tabs)
    const target = await this.#some(
      'aside[aria-label="Properties"] :is(button:not([role="tab"]), input:not([type="file"], [type="color"]), select, textarea):not(:disabled)',
    )
    if (!target) return 'no control'
    const name = await nameOf(target)
    if (dangerous.test(name)) return `not ${name}`
    await this.#work(target).catch(() => undefined)
    return `control ${name}`
  }

  async #work(target: Locator): Promise<void> {
    const kind = await target.evaluate((element) => `${element.tagName} ${element.getAttribute('type') ?? ''}`)
    if (kind.startsWith('SELECT')) {
      const values = await target
        .locator('option:not(:disabled)')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
      await target.selectOption(this.one(values) ?? '', { timeout: 500 })
    } else if (/^INPUT (checkbox|radio)/.test(kind) || kind.startsWith('BUTTON')) {
      await target.click({ timeout: 500, force: true })
    } else {
      await target.fill(this.one(['', '12', '+5', '200', 'Words', 'https://example.org/'])!, { timeout: 500 })
      await this.#page.keyboard.press(this.one(['Enter', 'Tab', 'Escape'])!)
    }
  }

  async dragSlide(): Promise<string> {
    const slides = this.#page.locator('nav[aria-label="Slides"] [data-slide]').filter({ visible: true })
    const count = await slides.count()
    const [from, to] = await Promise.all(
      [this.below(count), this.below(count)].map((at) =>
        slides
          .nth(at)
          .boundingBox({ timeout: 500 })
          .catch(() => null),
      ),
    )
    if (!from || !to) return 'no slide'
    await this.#page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await this.#page.mouse.down()
    await this.#page.mouse.move(to.x + this.below(to.width), to.y + this.below(to.height), { steps: 3 })
    await this.#page.mouse.up()
    return 'drag a slide'
  }

  async palette(): Promise<string> {
    const letters = this.one([
      'al',
      'du',
      'he',
      'ta',
      'co',
      'ma',
      'li',
      'gr',
      'sl',
      'ro',
      'fr',
      'hi',
      'bo',
      'sk',
      'an',
    ])!
    await this.#page.keyboard.press('Escape')
    await this.#page.keyboard.press('ControlOrMeta+k')
    await this.#page.keyboard.type(letters)
    const chosen = this.#page.getByRole('option', { selected: true })
    const name = await chosen.textContent({ timeout: 500 }).catch(() => 'nothing')
    await this.#page.keyboard.press(dangerous.test(name ?? '') ? 'Escape' : 'Enter')
    return `palette ${name}`
  }

  async menu(): Promise<string> {
    const at = await this.#somewhere()
    await this.#page.mouse.click(at.x, at.y, { button: 'right' })
    return this.press('menu', '[role="menuitem"]:not([aria-disabled="true"])')
  }

  async wheel(): Promise<string> {
    const at = await this.#somewhere()
    await this.#page.mouse.move(at.x, at.y)
    if (this.below(2) === 0) await this.#page.keyboard.down('ControlOrMeta')
    await this.#page.mouse.wheel(0, this.below(2) === 0 ? 120 : -120)
    await this.#page.keyboard.up('ControlOrMeta')
    return 'wheel'
  }

  /** Answers an open dialog first: by Escape, or by one of its buttons. Null if none is open. */
  async answerWindow(): Promise<string | null> {
    const window = this.#page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').filter({ visible: true })
    if ((await window.count()) === 0) return null
    if (this.below(3) > 0) {
      await this.#page.keyboard.press('Escape')
      return 'close a window'
    }
    return this.press('window', ':is([role="dialog"], [role="alertdialog"]) button:not(:disabled), [role="menuitem"]')
  }
}

function nameOf(target: Locator): Promise<string> {
  return target
    .evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? element.tagName, undefined, {
      timeout: 500,
    })
    .catch(() => 'gone')
}
