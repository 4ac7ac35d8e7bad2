import { Worker } from 'node:worker_threads'
import { type Rendered, renderAll } from './render-all.ts'

/** Characters of slides with code and formulas from which a worker renders them. */
const large = 10_000
/** Timeout in ms. */
const usualTimeout = 60_000
/** Heap limit of a worker in MB. */
const memory = 800

/** The code and formulas of a deck take too long, or too much memory. */
export class TooMuchToRender extends Error {
  override readonly name = 'TooMuchToRender'
}

export interface RenderOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
}

/**
 * Renders slides by id, as renderedSlides does. Code may be such that its grammar takes minutes for it, so a worker renders
 * all but short slides: other requests are not blocked. Throws TooMuchToRender.
 */
export async function renderSlides(
  slides: Readonly<Record<string, string>>,
  options: RenderOptions = {},
): Promise<NonNullable<Rendered>> {
  const texts = Object.values(slides).filter((html) => /<code|data-latex/i.test(html))
  const isLarge = texts.reduce((sum, html) => sum + html.length, 0) >= large
  const rendered = await (isLarge ? renderInWorker(slides, options) : renderAll(slides))
  if (rendered === null) throw new TooMuchToRender('The code and formulas of the deck are too much')
  return rendered
}

function renderInWorker(
  slides: Readonly<Record<string, string>>,
  { signal, timeout = usualTimeout }: RenderOptions,
): Promise<Rendered> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
    workerData: slides,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // The worker gets no environment, since that contains the instance's secrets.
    env: {},
  })
  return new Promise<Rendered>((resolve, reject) => {
    const timer = setTimeout(resolve, timeout, null)
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    worker.on('message', resolve)
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(null)
      else reject(error)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('A thread that renders slides ended without an answer'))
    })
  }).finally(() => worker.terminate())
}
