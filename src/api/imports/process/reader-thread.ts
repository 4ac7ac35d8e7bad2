/** The thread of the reading process that reads. */
import { parentPort, workerData } from 'node:worker_threads'
import { importMessages } from '../../../rules/import-messages.ts'
import { readerNamed } from '../formats.ts'
import { excessOf, ImportError } from '../import-error.ts'
import { limitSink } from './limit-sink.ts'
import { type FromReader, slidesAhead, type ToReader } from './messages.ts'
import type { FetchedFile, FetchFile, ReaderSink } from './reader.ts'

const port = parentPort
const task = workerData as Extract<ToReader, { type: 'task' }>

function send(message: FromReader): void {
  port?.postMessage(message)
}

/** Sends slides, at most a few ahead of what was taken. */
function createSink(): ReaderSink {
  let ahead = 0
  let resume: (() => void) | null = null
  port?.on('message', (message: ToReader) => {
    if (message.type !== 'taken') return
    ahead -= 1
    resume?.()
  })
  return limitSink({
    begin: async (head) => send({ type: 'head', head }),
    slide: async (slide) => {
      send({ type: 'slide', slide })
      ahead += 1
      while (ahead > slidesAhead) {
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
    },
  })
}

/** Asks the parent for files, since this process has no network. */
function createFetch(): FetchFile {
  const waiting = new Map<number, (file: FetchedFile | null) => void>()
  let last = 0
  port?.on('message', (message: ToReader) => {
    if (message.type !== 'fetched') return
    waiting.get(message.id)?.(message.file)
    waiting.delete(message.id)
  })
  return async (url) => {
    const id = ++last
    send({ type: 'fetch', id, url })
    return new Promise((resolve) => waiting.set(id, resolve))
  }
}

/** The message for the user; null for errors that are not expected. */
function messageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (['ImportError', 'ZipError', 'MarkdownError'].includes(error.name)) return error.message
  const excess = excessOf(error)
  if (excess === 'deep') return importMessages.tooDeep
  return excess === 'long' || error.name === 'TooMuch' ? importMessages.tooMuch : null
}

try {
  const read = await readerNamed(task.format).load()
  send({ type: 'ready' })
  send({ type: 'done', settings: await read(task.source, createSink(), createFetch()) })
} catch (error) {
  const message = messageOf(error)
  send({
    type: 'failed',
    message,
    detail: error instanceof ImportError ? '' : String((error as Error)?.stack ?? error),
  })
}
port?.close()
