import type { Frame, Page } from 'playwright-core'
import { robotFor } from '../robot.ts'
import type { AttackDeck } from './attack-deck.ts'
import type { AttackedInstance } from './attacked-instance.ts'
import type { Signals } from './signals.ts'
import type { View } from './views.ts'

/** What happened in a view. */
export interface SeenView extends Signals {
  /** Whether it showed what it is for; attacks that are not shown prove nothing. */
  readonly shown: boolean
  /** Slides that were gone to. */
  readonly visited: number
  /** What the canary's host heard meanwhile. */
  readonly canary: readonly string[]
}

/** Elements of a deck that are touched. */
const mostElements = 12_000
/** ms for a page to be shown. Broken ones are not waited for so long. */
const patience = { cleaned: 45_000, raw: 4_000 }
/** ms in which what was started may still do its harm. */
const aftermath = 150

const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)
const atMost = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([quietly(work), new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())])

/** Opens a view and does everything in it that a person could do to what is shown. */
export async function visitView(instance: AttackedInstance, view: View, deck: AttackDeck): Promise<SeenView> {
  const { context, signals, canary, walls, username } = instance
  signals.take()
  canary.forget()
  const page = await context.newPage()
  const wait = walls.sanitiser ? patience.cleaned : patience.raw
  try {
    await quietly(page.goto(view.address(deck, username), { waitUntil: 'domcontentloaded', timeout: wait }))
    const { shown, visited } = await (view.kind === 'deck'
      ? playDeck(page, wait)
      : view.kind === 'editor'
        ? walkEditor(page, deck, wait)
        : readPage(page, wait, view.kind === 'page'))
    await new Promise((resolve) => setTimeout(resolve, aftermath))
    return { ...signals.take(), canary: canary.heard(), shown, visited }
  } finally {
    // Also what links have opened.
    await atMost(10_000, Promise.all(context.pages().map((one) => one.close())))
  }
}

type Shown = Pick<SeenView, 'shown' | 'visited'>

/** Frames that hold a deck; what an attack puts into one is no deck, whatever its address. */
const decksOf = (page: Page): Frame[] =>
  page
    .mainFrame()
    .childFrames()
    .filter((frame) => /\/d\/\d/.test(frame.url()))
const hasBegun = `/\\b(started|ready)\\b/.test(document.documentElement.className)`

async function playDeck(page: Page, wait: number): Promise<Shown> {
  await quietly(page.waitForSelector('iframe', { state: 'attached', timeout: wait }))
  await quietly(page.waitForFunction(`document.querySelectorAll('iframe').length > 0`, undefined, { timeout: wait }))
  const end = Date.now() + wait
  let begun = 0
  while (begun === 0 && Date.now() < end) {
    const frames = decksOf(page)
    const waiting = frames.map((frame) =>
      frame.waitForFunction(hasBegun, undefined, { timeout: Math.max(1, end - Date.now()), polling: 50 }),
    )
    begun = (await Promise.all(waiting.map(quietly))).filter((handle) => handle !== undefined).length
    if (frames.length === 0) await quietly(page.waitForEvent('framenavigated', { timeout: 100 }))
  }
  let visited = 0
  for (const frame of decksOf(page)) visited += (await runRobot(frame, true)) ?? 0
  await runRobot(page.mainFrame(), false)
  await pressKeys(page)
  return { shown: begun > 0, visited }
}

async function runRobot(frame: Frame, clicks: boolean): Promise<number | undefined> {
  const robot = robotFor({ elements: mostElements, clicks })
  return atMost(30_000, frame.evaluate<number>(`(${robot})()`))
}

async function pressKeys(page: Page): Promise<void> {
  for (const key of ['Tab', 'Enter', 'x']) await atMost(1000, page.keyboard.press(key))
}

/** Shows every slide on the canvas, and with it in the list of slides. */
async function walkEditor(page: Page, { slides }: AttackDeck, wait: number): Promise<Shown> {
  const canvas = page.frameLocator('iframe[title="Slide"]:not([aria-hidden])')
  const isOpen = await quietly(canvas.locator('section').waitFor({ timeout: wait, state: 'attached' }))
  const shown = isOpen !== undefined || (await quietly(canvas.locator('section').count())) === 1
  if (!shown) return { shown, visited: 0 }
  await quietly(page.getByRole('application', { name: 'Slide' }).focus({ timeout: wait }))
  let visited = 0
  for (; visited < slides - 1; visited++) {
    await quietly(page.keyboard.press('PageDown'))
    if (visited % 10 === 0) await touchCanvases(page)
  }
  return { shown, visited }
}

/** The robot, in the canvas and all small pictures. It runs in the page around: no promise is kept where no script runs. */
async function touchCanvases(page: Page): Promise<void> {
  const robot = robotFor({ elements: mostElements, clicks: true })
  const documents = `[...document.querySelectorAll('iframe')].flatMap((frame) => frame.contentDocument ?? [])`
  await atMost(30_000, page.evaluate(`Promise.all(${documents}.map((document) => (${robot})()))`))
}

async function readPage(page: Page, wait: number, touched: boolean): Promise<Shown> {
  const shown = await quietly(page.waitForFunction('document.readyState === "complete"', undefined, { timeout: wait }))
  if (touched) await runRobot(page.mainFrame(), false)
  return { shown: shown !== undefined, visited: 0 }
}
