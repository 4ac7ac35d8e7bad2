import type { BrowserSession, InputSource, WindowId } from './browser.ts'
import { type SeenElement, searchFor, type Target } from './find-elements.ts'
import { chord, keyValue, typing } from './keys.ts'

/** A point of a window, in px. */
export interface WindowPoint {
  readonly x: number
  readonly y: number
}

/** Poll interval in ms. */
const pause = 40

/** Timeout of a condition in ms: a busy machine needs several seconds to load a page. */
const patience = 30_000

/** A window, operated by pointer and keyboard. The same for every browser. */
export class BrowserWindow {
  readonly session: BrowserSession
  readonly id: WindowId
  readonly #site: string

  /** `site`: base URL of relative URLs. */
  constructor(session: BrowserSession, id: WindowId, site: string) {
    this.session = session
    this.id = id
    this.#site = site
  }

  /** Loads a URL, or a path of the site. */
  async open(address: string): Promise<void> {
    await this.session.activate(this.id)
    await this.session.navigate(this.id, new URL(address, this.#site).href)
  }

  /** The window's current URL. */
  address(): Promise<string> {
    return this.evaluate(() => location.href)
  }

  /**
   * Calls a function in the page or a frame (CSS selectors, outermost first). It must not use its closure; arguments
   * and result are JSON.
   */
  async evaluate<Args extends readonly unknown[], Result>(
    program: (...args: Args) => Result | Promise<Result>,
    args?: Args,
    frames: readonly string[] = [],
  ): Promise<Result> {
    const call = `(${program})(...${JSON.stringify(args ?? [])})`
    const json = await this.session.evaluate(
      this.id,
      frames,
      `Promise.resolve(${call}).then((value) => JSON.stringify(value ?? null))`,
    )
    return JSON.parse(json) as Result
  }

  /** All visible elements of a target; positions in px of the window. None while a frame is missing. */
  async elements(target: Target): Promise<readonly SeenElement[]> {
    const frames = target.frames ?? []
    let [x, y] = [0, 0]
    for (const [depth, css] of frames.entries()) {
      const [frame] = await this.#search({ css }, frames.slice(0, depth))
      if (!frame) return []
      x += frame.x
      y += frame.y
    }
    const found = await this.#search(target, frames)
    return found.map((one) => ({ ...one, x: one.x + x, y: one.y + y }))
  }

  /** Waits until an element of the target is visible and `holds` (default: any), and returns it. */
  async see(target: Target, holds: (element: SeenElement) => boolean = () => true): Promise<SeenElement> {
    let found: SeenElement | undefined
    await this.waitFor(
      () => this.#report(`see ${describe(target)} that holds ${holds}`, target),
      async () => {
        found = (await this.elements(target)).find(holds)
        return found !== undefined
      },
    )
    return found!
  }

  /** Waits until no element of the target is visible. */
  async seeNone(target: Target): Promise<void> {
    await this.waitFor(
      async () => `no longer see ${describe(target)}`,
      async () => (await this.elements(target)).length === 0,
    )
  }

  /** Waits for a condition. False while the page is being replaced. */
  async waitFor(what: string | (() => Promise<string>), condition: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + patience
    let error: unknown = null
    for (;;) {
      const holds = await condition().catch((thrown: unknown) => {
        error = thrown
        return false
      })
      if (holds) return
      if (performance.now() > end) {
        const wanted = typeof what === 'string' ? what : await what()
        throw new Error(`Waited ${patience} ms in vain to ${wanted}`, { cause: error })
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  /** Waits until the target is stable and unobstructed, and clicks its center. */
  async click(target: Target): Promise<void> {
    const { x, y, width, height } = await this.#still(target)
    await this.clickAt({ x: x + width / 2, y: y + height / 2 })
  }

  /** Clicks a point of the window, `times` in quick succession. */
  async clickAt(point: WindowPoint, times = 1): Promise<void> {
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#perform(mouse([moveTo(point), ...Array.from({ length: times }, () => press).flat()]))
  }

  /** Presses the button at one point, moves to another in steps and releases it. `held`: keys held down meanwhile. */
  async drag(from: WindowPoint, to: WindowPoint, held: readonly string[] = []): Promise<void> {
    if (held.length > 0) await this.#perform(keys('keyDown', held))
    const steps = [0.1, 0.3, 0.5, 0.7, 0.9, 1].map((part) =>
      moveTo({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 16),
    )
    const [down, up] = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#perform(mouse([moveTo(from), down, ...steps, up]))
    if (held.length > 0) await this.#perform(keys('keyUp', held))
  }

  /** Presses a key or a chord: 'Delete', 'Control+Shift+z'. */
  async key(keys: string): Promise<void> {
    await this.#perform(chord(keys))
  }

  /** Types into the focused element. */
  async type(text: string): Promise<void> {
    await this.#perform(typing(text))
  }

  /** Clicks a field, replaces its value and waits for it. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target)
    await this.see(target, ({ focused }) => focused)
    await this.key('Control+a')
    await this.type(text)
    await this.waitFor(`fill ${describe(target)}`, async () =>
      (await this.elements(target)).some(({ value }) => value === text),
    )
  }

  /** Selects local files in a file field. */
  async upload(css: string, paths: readonly string[]): Promise<void> {
    await this.session.upload(this.id, css, paths)
  }

  screenshot(): Promise<Buffer> {
    return this.session.screenshot(this.id)
  }

  /** Opens another blank window of the same session. */
  async another(): Promise<BrowserWindow> {
    return new BrowserWindow(this.session, await this.session.newWindow(), this.#site)
  }

  /** Runs an action that opens a window, and returns the window. */
  async opened(act: () => Promise<void>): Promise<BrowserWindow> {
    const before = await this.session.windows()
    await act()
    let opened: WindowId | undefined
    await this.waitFor('get another window', async () => {
      opened = (await this.session.windows()).find((id) => !before.includes(id))
      return opened !== undefined
    })
    return new BrowserWindow(this.session, opened!, this.#site)
  }

  /** Waits until the target has the same position in two polls and a click would hit it. */
  async #still(target: Target): Promise<SeenElement> {
    let before: SeenElement | undefined
    let found: SeenElement | undefined
    await this.waitFor(
      () => this.#report(`reach ${describe(target)}`, target),
      async () => {
        before = found
        const seen = await this.elements(target)
        found = seen.find(({ reachable }) => reachable) ?? seen[0]
        return found?.reachable === true && JSON.stringify(found) === JSON.stringify(before)
      },
    )
    return found!
  }

  /** The expected target, and what is there instead. */
  async #report(wanted: string, target: Target): Promise<string> {
    const near = await this.elements({ ...target, text: undefined }).catch(String)
    return `${wanted} in ${await this.address().catch(String)}; there is ${JSON.stringify(near).slice(0, 2000)}`
  }

  async #search(target: Target, frames: readonly string[]): Promise<readonly SeenElement[]> {
    return JSON.parse(await this.session.evaluate(this.id, frames, searchFor(target))) as SeenElement[]
  }

  async #perform(source: InputSource): Promise<void> {
    await this.session.perform(this.id, [source])
  }
}

function mouse(actions: InputSource['actions']): InputSource {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }
}

function moveTo({ x, y }: WindowPoint, duration = 0): Readonly<Record<string, unknown>> {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration }
}

function keys(type: 'keyDown' | 'keyUp', held: readonly string[]): InputSource {
  return { type: 'key', id: 'keyboard', actions: held.map((key) => ({ type, value: keyValue(key) })) }
}

function describe({ frames, ...target }: Target): string {
  const words = Object.entries(target).map(([name, value]) => `${name} ${value}`)
  return [...words, ...(frames ? [`in frame ${frames.join(' ')}`] : [])].join(', ')
}
