import type { BrowserWindow, WindowPoint } from '../../src/testing/browsers/browser-window.ts'
import type { SeenElement, Target } from '../../src/testing/browsers/find-elements.ts'
import { canvasFrame } from '../../src/testing/canvas-frame.ts'
import type { SlidePoint } from '../../src/testing/editor-driver.ts'
import { type MadeDeck, makeDeck, slideId } from '../support/decks.ts'
import type { BrowserUser } from './journey.ts'

/** Operates the editor's slide in any browser. Positions in slide px. */
export class SlideHand {
  readonly window: BrowserWindow

  constructor(window: BrowserWindow) {
    this.window = window
  }

  /** Creates a deck with one empty slide through the API and opens the editor. */
  async openBlank({ request }: BrowserUser): Promise<MadeDeck> {
    const deck = await makeDeck(request, 'A deck', [`<section data-id="${slideId(1)}"></section>`])
    await this.open(deck)
    return deck
  }

  /** Opens or reloads the editor of a deck and waits until the slide is visible. */
  async open({ path }: MadeDeck): Promise<void> {
    await this.window.open(`${path}/edit`)
    await this.isOpen()
  }

  /** Waits until the slide is editable. */
  async isOpen(): Promise<void> {
    await this.window.see({ css: 'section', inside: canvasFrame })
    await this.window.see({ css: '[role="application"][aria-label="Slide"]' })
  }

  /** The blocks of the slide, optionally of one type. */
  block(type?: string, text?: string | RegExp): Target {
    return { css: type ? `[data-block-type="${type}"]` : '[data-block-type]', inside: canvasFrame, text }
  }

  /** A part of the slide by CSS selector. */
  part(css: string): Target {
    return { css, inside: canvasFrame }
  }

  /** The window position of a point on the slide. */
  async onScreen(point: SlidePoint): Promise<WindowPoint> {
    const { x, y, scale } = await this.#slides()
    return { x: x + point.x * scale, y: y + point.y * scale }
  }

  async click(point: SlidePoint, times = 1): Promise<void> {
    await this.window.clickAt(await this.onScreen(point), times)
  }

  async drag(from: SlidePoint, to: SlidePoint, held: readonly string[] = []): Promise<void> {
    await this.window.drag(await this.onScreen(from), await this.onScreen(to), held)
  }

  /** Drags a handle of the selection ('se', 'rotate') to a point of the slide. */
  async dragHandle(handle: string, to: SlidePoint, held: readonly string[] = []): Promise<void> {
    const box = await this.window.see({ css: `[data-handle="${handle}"]` })
    await this.window.drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, await this.onScreen(to), held)
  }

  /** Draws a rectangle with its tool; it is selected afterward. */
  async drawRectangle(from: SlidePoint, to: SlidePoint): Promise<void> {
    await this.window.key('Escape')
    await this.window.key('r')
    await this.drag(from, to)
    await this.window.see({ css: '[data-handle="se"]' })
  }

  /** Waits until a text is edited, or none. */
  async isTyping(typing: boolean): Promise<void> {
    const editable = this.part('[contenteditable="true"]')
    if (typing) await this.window.see(editable)
    else await this.window.seeNone(editable)
  }

  /** Waits until this many blocks are on the slide. */
  async hasBlocks(count: number, type?: string): Promise<void> {
    await this.window.waitFor(
      `have ${count} blocks ${type ?? ''}`,
      async () => (await this.window.elements(this.block(type))).length === count,
    )
  }

  /** Waits until a block has this frame, within two slide px: a window pixel is larger than a slide px. */
  async stands(block: Target, wanted: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>): Promise<void> {
    const { x, y, scale } = await this.#slides()
    await this.window.see(block, (seen) => {
      const place = {
        x: (seen.x - x) / scale,
        y: (seen.y - y) / scale,
        width: seen.width / scale,
        height: seen.height / scale,
      }
      return Object.entries(wanted).every(([name, value]) => Math.abs(place[name as keyof typeof place] - value) <= 2)
    })
  }

  /** Deletes everything on the slide. */
  async clear(): Promise<void> {
    await this.window.key('Control+a')
    await this.window.key('Delete')
    await this.hasBlocks(0)
  }

  /** Waits until the editor reports that everything is saved. */
  async isSaved(): Promise<void> {
    await this.window.see({ css: 'main > header [data-save-state]', text: /^Saved$/ })
  }

  async #slides(): Promise<SeenElement & { readonly scale: number }> {
    const slides = await this.window.see(this.part('.slides'))
    return { ...slides, scale: slides.width / 960 }
  }
}
