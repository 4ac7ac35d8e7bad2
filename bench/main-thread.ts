import type { Browser, Page } from 'playwright-core'

/** Cost of an action on a page's main thread, in CPU ms: other load on the machine does not count. */
export interface ActWork {
  /** From the action's event until the frame that shows its result is committed for painting. */
  readonly untilPainted: number
  /** Until all its effects are done: panels, thumbnail, journal. */
  readonly inAll: number
}

/** How an action is repeated. */
export interface Acts {
  readonly count: number
  /** Presses one key, or moves the pointer; work before the last such event is not counted. */
  act(n: number): Promise<void>
  /** The action's event; default: a key. */
  readonly event?: 'keydown' | 'pointermove'
  /** Idle pause before and after each action in ms; by default longer than every timer started by a key. */
  readonly rest?: number
  /** Preparation of each run; not counted. */
  prepare?(n: number): Promise<void>
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** µs: start, duration, and CPU time. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly data?: { readonly type?: string; readonly message?: string } }
}

const begun = 'act'

/** Repeats an action while the browser traces its threads; returns the cost of each run. */
export async function worksOf(
  browser: Browser,
  page: Page,
  { count, act, prepare, event = 'keydown', rest = 350 }: Acts,
): Promise<readonly ActWork[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol's types name no fields of an event.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline']
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, recordMode: 'recordAsMuchAsPossible' },
  })
  for (let n = 0; n < count; n++) {
    await prepare?.(n)
    await pause(rest)
    await page.evaluate((name) => console.timeStamp(name), begun)
    await act(n)
    await pause(rest)
    await page.evaluate((name) => console.timeStamp(name), 'over')
  }
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return actsIn(events, event)
}

function pause(rest: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, rest))
}

function actsIn(events: readonly TraceEvent[], type: string): readonly ActWork[] {
  const stamps = events.filter((event) => event.name === 'TimeStamp').toSorted((a, b) => a.ts - b.ts)
  const [first] = stamps
  const own = events.filter((event) => event.pid === first?.pid && event.tid === first.tid)
  const tasks = own
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask'))
    .toSorted((a, b) => a.ts - b.ts)
  const works: ActWork[] = []
  for (let n = 0; n + 1 < stamps.length; n += 2) {
    const [from, to] = [stamps[n]!.ts, stamps[n + 1]!.ts]
    const within = (event: TraceEvent): boolean => event.ts > from && event.ts < to
    const heard = own.findLast((event) => isOf(event, type) && within(event))
    if (!heard) throw new Error(`The page heard no ${type}`)
    const painted = own.find((event) => event.name === 'Commit' && event.ts > heard.ts && within(event))
    // Tasks are nested: the task of the event began before the event, and the end marker is our own.
    const outer = outermost(tasks).filter((task) => endOf(task) > heard.ts && endOf(task) < to)
    const spent = (until: number) =>
      outer.filter((task) => task.ts <= until).reduce((sum, task) => sum + (task.tdur ?? 0), 0) / 1000
    works.push({ untilPainted: spent(painted ? endOf(painted) : to), inAll: spent(to) })
  }
  return works
}

function isOf({ name, args }: TraceEvent, type: string): boolean {
  return name === 'EventDispatch' && args.data?.type === type
}

function endOf(event: TraceEvent): number {
  return event.ts + (event.dur ?? 0)
}

function outermost(tasks: readonly TraceEvent[]): readonly TraceEvent[] {
  const outer: TraceEvent[] = []
  for (const task of tasks) if (task.ts >= (outer.length > 0 ? endOf(outer.at(-1)!) : 0)) outer.push(task)
  return outer
}
