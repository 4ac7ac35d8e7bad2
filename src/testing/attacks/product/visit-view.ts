import type { Frame, Page } from 'playwright-core'
import { canvasFrame } from '../../canvas-frame.ts'
import { robotFor } from '../robot.ts'
import type { AttackDeck } from './attack-deck.ts'
import type { AttackedInstance } from './attacked-instance.ts'
import type { Signals } from './signals.ts'
import type { View } from './views.ts'

/** What happened in a view. */
export interface SeenView extends Signals {
  /** Whether it showed its content; attacks that are not shown prove nothing. */
  readonly shown: boolean
  /** Number of slides visited. */
  readonly visited: number
  /** Data received by the canary host meanwhile. */
  readonly canary: readonly string[]
}

/** Maximum number of elements of a deck to interact with. */
const mostElements = 12_000
/** Names of timeouts: for complete pages, for broken pages (never sanitized), and for complete pages with few slides. */
export type Pace = 'cleaned' | 'raw' | 'few'

/** Timeouts in ms. */
interface Times {
  /** Until a page is shown. */
  readonly wait: number
  /** For the robot in one document: a frame that navigates away may never answer. */
  readonly robot: number
  /** Whether a deck is walked again after its frame was reloaded. */
  readonly again: boolean
}

const paces: Readonly<Record<Pace, Times>> = {
  cleaned: { wait: 120_000, robot: 180_000, again: true },
  raw: { wait: 5_000, robot: 15_000, again: false },
  few: { wait: 120_000, robot: 10_000, again: true },
}
/** ms to wait for delayed effects. */
const aftermath = 150

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const quietly = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)
const atMost = <T>(ms: number, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([quietly(work), new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref())])

/** Opens a view and performs every possible user action in it. Pages are complete if the sanitizer is on. */
export async function visitView(
  instance: AttackedInstance,
  view: View,
  deck: AttackDeck,
  pace: Pace = instance.walls.sanitizer ? 'cleaned' : 'raw',
): Promise<SeenView> {
  const { browser, canary, username } = instance
  browser.signals.take()
  canary.forget()
  const page = await browser.freshPage()
  const times = paces[pace]
  try {
    await quietly(page.goto(view.address(deck, username), { waitUntil: 'domcontentloaded', timeout: times.wait }))
    const { shown, visited } = await (view.kind === 'deck'
      ? playDeck(page, times)
      : view.kind === 'editor'
        ? walkEditor(page, deck, times)
        : readPage(page, times, view.kind === 'page'))
    await pause(aftermath)
    return { ...browser.signals.take(), canary: canary.heard(), shown, visited }
  } finally {
    // Includes pages opened by links.
    await browser.closePages()
  }
}

type Shown = Pick<SeenView, 'shown' | 'visited'>

/** Frames with a deck; frames inserted by attacks are no decks, whatever their URL. */
const decksOf = (page: Page): Frame[] =>
  page
    .mainFrame()
    .childFrames()
    .filter((frame) => /\/d\/\d/.test(frame.url()))
const hasBegun = `/\\b(started|ready)\\b/.test(document.documentElement.className)`

async function playDeck(page: Page, { wait, robot, again }: Times): Promise<Shown> {
  const end = Date.now() + wait
  let begun = 0
  while (begun === 0 && Date.now() < end) {
    // Polled from here: waiting inside the page would need eval, which CSPs block.
    const states = decksOf(page).map((frame) => atMost(wait, frame.evaluate<boolean>(hasBegun)))
    begun = (await Promise.all(states)).filter((state) => state === true).length
    if (begun === 0) await pause(100)
  }
  let visited = await walkDecks(page, robot)
  // A frame that reloads while the robot runs ends the walk, so the deck is walked again.
  if (begun > 0 && visited === 0 && again) visited = await walkDecks(page, robot)
  await runRobot(page.mainFrame(), false, robot)
  await pressKeys(page)
  return { shown: begun > 0, visited }
}

/** Runs the robot in each deck of a page; returns the number of slides visited. */
async function walkDecks(page: Page, robot: number): Promise<number> {
  let visited = 0
  for (const frame of decksOf(page)) visited += (await runRobot(frame, true, robot)) ?? 0
  return visited
}

async function runRobot(frame: Frame, clicks: boolean, time: number): Promise<number | undefined> {
  return atMost(time, frame.evaluate<number>(`(${robotFor({ elements: mostElements, clicks })})()`))
}

async function pressKeys(page: Page): Promise<void> {
  for (const key of ['Tab', 'Enter', 'x']) await atMost(1000, page.keyboard.press(key))
}

/** Shows every slide on the canvas, and thus in the slide list. */
async function walkEditor(page: Page, { slides }: AttackDeck, { wait, robot }: Times): Promise<Shown> {
  const canvas = page.frameLocator(canvasFrame)
  const isOpen = await quietly(canvas.locator('section').waitFor({ timeout: wait, state: 'attached' }))
  const shown = isOpen !== undefined || (await quietly(canvas.locator('section').count())) === 1
  if (!shown) return { shown, visited: 0 }
  await quietly(page.getByRole('application', { name: 'Slide' }).focus({ timeout: wait }))
  let visited = 0
  for (; visited < slides - 1; visited++) {
    await quietly(page.keyboard.press('PageDown'))
    if (visited % 10 === 9 || visited === slides - 2) await touchCanvases(page, robot)
  }
  return { shown, visited }
}

/**
 * Runs the robot in the canvas and all thumbnails. It runs in the parent page: promises do not work where scripts are
 * disabled.
 */
async function touchCanvases(page: Page, time: number): Promise<void> {
  const touch = robotFor({ elements: mostElements, clicks: true })
  const documents = `[...document.querySelectorAll('iframe')].flatMap((frame) => frame.contentDocument ?? [])`
  await atMost(time, page.evaluate(`Promise.all(${documents}.map((document) => (${touch})()))`))
}

async function readPage(page: Page, { wait, robot }: Times, touched: boolean): Promise<Shown> {
  const shown = await quietly(page.waitForFunction('document.readyState === "complete"', undefined, { timeout: wait }))
  if (touched) await runRobot(page.mainFrame(), false, robot)
  return { shown: shown !== undefined, visited: 0 }
}
