import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import { canvasFrame } from './canvas-frame.ts'

/** A point on the slide, in slide px. */
export interface SlidePoint {
  readonly x: number
  readonly y: number
}

/** Expected properties of a block, in slide px and degrees; missing ones are not checked. */
export interface SeenBlock {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly rotation?: number
  readonly text?: string
}

/** Modifier keys held during an action. */
export type HeldKey = 'Shift' | 'Alt' | 'ControlOrMeta'

/**
 * Operates an editor like a user: points, drags, presses keys and reads the slide. Independent of the implementation;
 * positions are in slide px at any window size.
 */
export class EditorDriver {
  readonly page: Page
  readonly slide: FrameLocator
  readonly layer: Locator

  constructor(page: Page) {
    this.page = page
    this.layer = page.getByRole('application', { name: 'Slide' })
    this.slide = page.frameLocator(canvasFrame)
  }

  /** Waits until the slide is visible. */
  async isOpen(): Promise<void> {
    await this.slide.locator('section').waitFor()
    await expect(this.layer).toBeVisible()
  }

  /** The blocks of the slide on the canvas, backmost first; optionally of one type. */
  blocks(type?: string): Locator {
    return this.slide.locator(type ? `[data-block-type="${type}"]` : '[data-block-type]')
  }

  /** The window position of a point on the slide, in px. */
  async onScreen(point: SlidePoint): Promise<{ x: number; y: number }> {
    const box = (await this.slide.locator('.slides').boundingBox())!
    const scale = box.width / 960
    return { x: box.x + point.x * scale, y: box.y + point.y * scale }
  }

  /** Moves the pointer over the slide. */
  async pointAt(point: SlidePoint): Promise<void> {
    const at = await this.onScreen(point)
    await this.page.mouse.move(at.x, at.y)
  }

  async click(point: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
    await this.pointAt(point)
    await this.#holding(held, () => this.page.mouse.down().then(() => this.page.mouse.up()))
  }

  async doubleClick(point: SlidePoint): Promise<void> {
    const at = await this.onScreen(point)
    await this.page.mouse.dblclick(at.x, at.y)
  }

  /** Drags from one point to another. The held keys are pressed after the button and released after it. */
  async drag(from: SlidePoint, to: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
    await this.beginDrag(from, to, held)
    await this.page.mouse.up()
    for (const key of held) await this.page.keyboard.up(key)
  }

  /** Drags without releasing, to check the preview. */
  async beginDrag(from: SlidePoint, to: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
    await this.pointAt(from)
    await this.page.mouse.down()
    for (const key of held) await this.page.keyboard.down(key)
    const end = await this.onScreen(to)
    await this.page.mouse.move(end.x, end.y, { steps: 6 })
  }

  /** Continues a drag. */
  async dragTo(to: SlidePoint): Promise<void> {
    const end = await this.onScreen(to)
    await this.page.mouse.move(end.x, end.y, { steps: 3 })
  }

  /** Releases a drag. */
  async drop(): Promise<void> {
    await this.page.mouse.up()
  }

  /** Drags a handle of the selection ('se', 'n' …, 'rotate') to a point of the slide. */
  async dragHandle(handle: string, to: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
    const box = (await this.layer.locator(`[data-handle="${handle}"]`).boundingBox())!
    await this.#dragFrom({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, to, held)
  }

  /** Drags a point of the selected line (from 0) to a point of the slide. */
  async dragEnd(index: number, to: SlidePoint, held: readonly HeldKey[] = []): Promise<void> {
    const box = (await this.layer.locator(`[data-part="end"][data-end="${index}"]`).boundingBox())!
    await this.#dragFrom({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, to, held)
  }

  /** Presses a key, such as 'Delete' or 'ControlOrMeta+Z'. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  /** Types text, key by key. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Expects this many blocks on the slide, optionally of one type. */
  async expectBlocks(count: number, type?: string): Promise<void> {
    await expect(this.blocks(type)).toHaveCount(count)
  }

  /** Expects a block's properties, within a tolerance of `within` slide px. */
  async expectBlock(block: Locator, wanted: SeenBlock, within = 0.75): Promise<void> {
    const { text, ...places } = wanted
    if (text !== undefined) await expect(block).toHaveText(text)
    await expect(async () => {
      const seen = await seenBlock(block)
      for (const [name, value] of Object.entries(places)) {
        expect(
          Math.abs(seen[name as keyof typeof places] - value),
          `${name} is ${JSON.stringify(seen)}`,
        ).toBeLessThanOrEqual(within)
      }
    }).toPass()
  }

  /** Expects this many selected blocks, by their outlines. */
  async expectSelected(count: number): Promise<void> {
    const frames = this.layer.locator(
      '[data-part="frame"]:not([hidden]), [data-part="end"][data-end="0"]:not([hidden])',
    )
    await expect(frames).toHaveCount(count === 0 ? 0 : 1)
    await expect(this.layer.locator('[data-part="outline"]:not([hidden])')).toHaveCount(count > 1 ? count : 0)
  }

  /** Expects visible guides during a drag (or none). */
  async expectGuides(count: number): Promise<void> {
    await expect(this.layer.locator('[data-part="guide"]:not([hidden])')).toHaveCount(count)
  }

  /** Expects in-place text editing on the slide, or none. */
  async expectTyping(typing: boolean): Promise<void> {
    await expect(this.slide.locator('[contenteditable="true"]')).toHaveCount(typing ? 1 : 0)
  }

  async #dragFrom(from: { x: number; y: number }, to: SlidePoint, held: readonly HeldKey[]): Promise<void> {
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    for (const key of held) await this.page.keyboard.down(key)
    const end = await this.onScreen(to)
    await this.page.mouse.move(end.x, end.y, { steps: 6 })
    await this.page.mouse.up()
    for (const key of held) await this.page.keyboard.up(key)
  }

  async #holding(keys: readonly HeldKey[], act: () => Promise<void>): Promise<void> {
    for (const key of keys) await this.page.keyboard.down(key)
    await act()
    for (const key of keys) await this.page.keyboard.up(key)
  }
}

/** A block's frame by its own styles. */
function seenBlock(block: Locator): Promise<{ x: number; y: number; width: number; height: number; rotation: number }> {
  return block.evaluate((element) => {
    const { style, offsetWidth, offsetHeight } = element as HTMLElement
    const turn = /rotate\((-?[\d.]+)deg\)/.exec(style.transform)
    return {
      x: Number.parseFloat(style.left),
      y: Number.parseFloat(style.top),
      width: offsetWidth,
      height: offsetHeight,
      rotation: turn ? Number(turn[1]) : 0,
    }
  })
}
