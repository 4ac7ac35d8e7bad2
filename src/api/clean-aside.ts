import { Worker } from 'node:worker_threads'
import { messages } from '../rules/messages.ts'
import { HttpError } from '../server/http/http-error.ts'
import { createTurns } from '../server/turns.ts'
import type { CleanReply, CleanTask } from './clean-messages.ts'
import type { ContentRules } from './decks/content-rules.ts'
import { type PreparedContent, prepareContent, type SentContent } from './decks/prepare-content.ts'
import { cleanDrawing } from './media/clean-drawing.ts'

/** Characters from which on content is cleaned in a thread of its own: less is done before one has started. */
const large = 300_000
/** ms that cleaning may take. The largest deck takes a few seconds. */
const longest = 60_000
/** MB of memory of a thread; what wants more is no deck. */
const memory = 1_500

const inTurn = createTurns({ atOnce: 2, waiting: 20, full: messages.access.tooMany })

function charactersOf(sent: SentContent): number {
  const texts = [sent.data ?? '', ...Object.values(sent.slides?.changed ?? {})]
  return texts.reduce((sum, text) => sum + text.length, 0)
}

/**
 * prepareContent, without keeping everybody else waiting: a whole deck takes seconds, in which this thread would answer
 * nobody. Throws as prepareContent, 429 when too many wait already, 413 for what takes more time or memory than a deck.
 */
export async function prepareContentAside(sent: SentContent, rules: ContentRules): Promise<PreparedContent | null> {
  if (charactersOf(sent) < large) return prepareContent(sent, rules)
  const { data, slides, notes } = sent
  const content = { ...(data ? { data } : {}), ...(slides ? { slides } : {}), ...(notes ? { notes } : {}) }
  return (await clean({ kind: 'content', content, rules })) as PreparedContent | null
}

/** cleanDrawing in the same way. */
export async function cleanDrawingAside(source: string, rules: ContentRules): Promise<string> {
  if (source.length < large) return cleanDrawing(source, rules)
  return (await clean({ kind: 'drawing', source, rules })) as string
}

async function clean(task: CleanTask): Promise<unknown> {
  const reply = await inTurn(() => run(task))
  if ('done' in reply) return reply.done
  const { status, message, fields } = reply.refused
  throw new HttpError(status, message, fields ? { fields } : {})
}

function run(task: CleanTask): Promise<CleanReply> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./clean-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // None of our secrets: the settings of the instance stay behind.
      env: {},
    })
    const tooMuch = () => resolve({ refused: { status: 413, message: 'That is too large' } })
    const timer = setTimeout(() => {
      tooMuch()
      void worker.terminate()
    }, longest)
    worker.on('message', resolve)
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooMuch()
      else reject(error)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(new Error('A thread that cleans content ended without an answer'))
    })
  })
}
