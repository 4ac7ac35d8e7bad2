import { Worker } from 'node:worker_threads'
import { messages } from '../rules/messages.ts'
import { createConcurrencyLimit } from '../server/concurrency-limit.ts'
import { HttpError } from '../server/http/http-error.ts'
import type { ContentRules } from './decks/content-rules.ts'
import { type PreparedContent, prepareContent, type SentContent } from './decks/prepare-content.ts'
import { sanitizeSvg } from './media/sanitize-svg.ts'
import type { SanitizeReply, SanitizeTask } from './sanitize-messages.ts'

/**
 * The size in characters from which a worker sanitizes. For smaller content, starting a worker takes longer than
 * sanitizing.
 */
const large = 300_000
/** Timeout in ms. The largest deck takes a few seconds. */
const timeout = 60_000
/** Heap limit of a worker in MB; any valid deck needs less. */
const memory = 1_500

const limited = createConcurrencyLimit({ atOnce: 2, waiting: 20, full: messages.access.tooMany })

function charactersOf(sent: SentContent): number {
  const texts = [sent.data ?? '', ...Object.values(sent.slides?.changed ?? {})]
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/**
 * Runs prepareContent in a worker if the content is large: a whole deck takes seconds, which would block all requests.
 * Throws as prepareContent does. Also throws 429 if the queue is full, 413 above the time or memory limit.
 */
export async function prepareContentInWorker(sent: SentContent, rules: ContentRules): Promise<PreparedContent | null> {
  if (charactersOf(sent) < large) return prepareContent(sent, rules)
  const { data, slides, notes } = sent
  const content = { ...(data ? { data } : {}), ...(slides ? { slides } : {}), ...(notes ? { notes } : {}) }
  return (await sanitize({ kind: 'content', content, rules })) as PreparedContent | null
}

/** Runs sanitizeSvg in a worker if the SVG is large, with the same errors. */
export async function sanitizeSvgInWorker(source: string, rules: ContentRules): Promise<string> {
  if (source.length < large) return sanitizeSvg(source, rules)
  return (await sanitize({ kind: 'svg', source, rules })) as string
}

async function sanitize(task: SanitizeTask): Promise<unknown> {
  const reply = await limited(() => run(task))
  if ('done' in reply) return reply.done
  const { status, message, fields } = reply.refused
  throw new HttpError(status, message, fields ? { fields } : {})
}

function run(task: SanitizeTask): Promise<SanitizeReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sanitize-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // The worker gets no environment, since that contains the instance's secrets.
      env: {},
    })
    const tooMuch = () => resolve({ refused: { status: 413, message: 'That is too large' } })
    const timer = setTimeout(() => {
      tooMuch()
      void worker.terminate()
    }, timeout)
    worker.on('message', resolve)
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch()
      else reject(error)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('A thread that sanitizes content ended without an answer'))
    })
  })
}
