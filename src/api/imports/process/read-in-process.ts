import { fork } from 'node:child_process'
import { constants, setPriority, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { importMessages } from '../../../rules/import-messages.ts'
import type { FormatReader } from '../format.ts'
import { ImportError } from '../import-error.ts'
import { exitCodes, type FromReader, type ToReader } from './messages.ts'
import type { FetchFile, ReaderSource, ReadHead, ReadSettings, ReadSlide } from './reader.ts'

/** What takes what is read. A rejection ends the process. */
export interface Taker {
  head(head: ReadHead): Promise<void>
  slide(slide: ReadSlide): Promise<void>
  /** Fetches what a downloaded page names; missing: nothing is fetched. Never rejects. */
  readonly fetchFile?: FetchFile
}

/** An error that is no fault of the user's, with what the process said, for the log. */
export class ReaderCrash extends ImportError {
  readonly detail: string

  constructor(detail: string) {
    super(importMessages.damaged)
    this.detail = detail
  }
}

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/**
 * Node's permissions let the process read the program itself and the file, and write nothing. Its threads and the image
 * encoder are allowed.
 */
function nodeOptions(path: string): string[] {
  return [
    '--max-old-space-size=512',
    '--permission',
    '--allow-worker',
    '--allow-addons',
    ...['../../../../src', '../../../../node_modules', '../../../../package.json'].map(
      (part) => `--allow-fs-read=${folder(part)}`,
    ),
    `--allow-fs-read=${path}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ]
}

function startProcess(path: string) {
  const child = fork(folder('./reader-process.ts'), [], {
    execArgv: nodeOptions(path),
    // The process does not inherit the server's environment, since that contains secrets.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not permitted on this system: the process competes with the server.
  }
  return child
}

function endMessage(code: number | null, slide: number): ImportError {
  if (code === exitCodes.memory) return new ImportError(importMessages.tooComplex)
  if (code === exitCodes.silence) return new ImportError(importMessages.tooSlow(slide))
  return new ReaderCrash(`exit code ${code}`)
}

/**
 * Reads a file in a process of its own, which ends with it. Resolves to settings of the deck. Throws ImportError with words
 * for the user. `signal`: cancels. Nothing is taken after it has settled.
 */
export function readInProcess(
  format: FormatReader,
  source: ReaderSource,
  taker: Taker,
  signal: AbortSignal,
): Promise<ReadSettings> {
  const child = startProcess(source.path)
  let taken = 0
  let isOver = false
  /** Takes one message after another. */
  let chain: Promise<unknown> = Promise.resolve()
  return new Promise<ReadSettings>((resolve, reject) => {
    const take = async (message: FromReader): Promise<void> => {
      if (isOver || message.type === 'ready' || message.type === 'fetch') return
      if (message.type === 'head') await taker.head(message.head)
      else if (message.type === 'slide') {
        await taker.slide(message.slide)
        taken += 1
        if (child.connected) child.send({ type: 'taken' } satisfies ToReader, () => undefined)
      } else if (message.type === 'done') resolve(message.settings)
      else throw message.message === null ? new ReaderCrash(message.detail) : new ImportError(message.message)
    }
    const fetchFor = async (id: number, url: string): Promise<void> => {
      const file = (await taker.fetchFile?.(url)) ?? null
      if (child.connected) child.send({ type: 'fetched', id, file } satisfies ToReader, () => undefined)
    }
    child.on('message', (sent) => {
      const message = sent as FromReader
      if (message.type === 'fetch') void fetchFor(message.id, message.url)
      else chain = chain.then(() => take(message)).catch(reject)
    })
    child.on('error', reject)
    // What was sent before the end is taken first: messages may come after the exit.
    let [ended, exitCode] = [0, null as number | null]
    const end = (): void => {
      ended += 1
      if (ended === 2) void chain.then(() => reject(endMessage(exitCode, taken + 1)))
    }
    child.on('disconnect', end)
    child.on('exit', (code) => {
      exitCode = code
      end()
    })
    signal.addEventListener('abort', () => reject(new Error('The import was canceled')), { once: true })
    if (signal.aborted) reject(new Error('The import was canceled'))
    const { memory, work = Number.POSITIVE_INFINITY } = format
    const task: ToReader = { type: 'task', format: format.id, source, memory, work, silence: format.silence() }
    child.send(task, () => undefined)
  }).finally(async () => {
    isOver = true
    child.kill('SIGKILL')
    // Who undoes what was taken must know all of it.
    await chain
  })
}
