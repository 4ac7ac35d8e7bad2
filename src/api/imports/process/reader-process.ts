/**
 * Reads a file that a user imports, as a separate process without the server's environment. Its main thread watches
 * memory and time, which the reading thread cannot: a decoder may run for minutes without returning.
 */
import { Worker } from 'node:worker_threads'
import { exitCodes, type FromReader, type ToReader } from './messages.ts'

/** Interval of the checks, in ms. */
const pause = 50

/** Messages on their way to the parent, and whether no more will come. */
let [unsent, isOver] = [0, false]

/** Ends the connection, and so this process, once all is sent: what is still on its way would be lost. */
function endWhenSent(): void {
  if (isOver && unsent === 0) process.disconnect?.()
}

function send(message: FromReader): void {
  unsent += 1
  process.send?.(message, () => {
    unsent -= 1
    endWhenSent()
  })
}

/** Processor time of this process so far, in ms. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

type Limits = Pick<Extract<ToReader, { type: 'task' }>, 'memory' | 'silence' | 'work'>

function watch(thread: Worker, { memory, silence, work }: Limits): void {
  let heard = Number.POSITIVE_INFINITY
  let used = Number.POSITIVE_INFINITY
  // Time that the parent takes to store slides and to fetch files is not the reader's.
  let waiting = 0
  let fetching = 0
  thread.on('message', (message: FromReader) => {
    heard = performance.now()
    used = processorTime()
    if (message.type === 'slide') waiting += 1
    if (message.type === 'fetch') fetching += 1
    send(message)
  })
  process.on('message', (message: ToReader) => {
    heard = performance.now()
    used = processorTime()
    if (message.type === 'taken') waiting -= 1
    if (message.type === 'fetched') fetching -= 1
    thread.postMessage(message)
  })
  setInterval(() => {
    if (process.memoryUsage.rss() > memory) process.exit(exitCodes.memory)
    const isSilent = performance.now() - heard > silence || processorTime() - used > work
    if (waiting <= 1 && fetching === 0 && isSilent) process.exit(exitCodes.silence)
  }, pause).unref()
}

process.once('message', (task: ToReader) => {
  if (task.type !== 'task') return
  const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData: task })
  watch(thread, task)
  thread.on('error', (error: NodeJS.ErrnoException) => {
    // Its own memory is limited, too.
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') process.exit(exitCodes.memory)
    send({ type: 'failed', message: null, detail: String(error) })
  })
  thread.on('exit', () => {
    isOver = true
    endWhenSent()
  })
})
// The server has ended.
process.once('disconnect', () => process.exit())
