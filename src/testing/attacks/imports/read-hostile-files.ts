import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatOf } from '../../../api/imports/formats.ts'
import { readInProcess } from '../../../api/imports/process/read-in-process.ts'
import { importMessages } from '../../../rules/import-messages.ts'
import { limits } from '../../../rules/limits.ts'
import { type HostilePdf, hostilePdfs } from './hostile-pdfs.ts'

/** Longest time in ms until the user gets the error; peak memory of the process in kB, with a margin above its limit. */
const allowed = { time: 10_500, memory: 1_300_000 }

/** How the reading of one file ended. */
export interface Ending {
  readonly name: string
  /** What the user reads, or 'read'. */
  readonly said: string
  readonly ms: number
  /** Peak memory of the process in kB; 0 where the system does not report it. */
  readonly memory: number
  readonly problems: readonly string[]
}

const wanted: Readonly<Record<HostilePdf['ends'], RegExp>> = {
  refused: /^refused$|no slides/,
  damaged: /damaged|has \d+ slides|no pages/,
  locked: /protected by a password/,
  contained: /^read$|takes too long|too much memory|damaged/,
}

/** Measures the peak of the processes that `work` starts. */
async function withMemory<T>(work: () => Promise<T>): Promise<{ result: T; memory: number }> {
  let memory = 0
  const timers: NodeJS.Timeout[] = []
  const watch = (message: unknown): void => {
    const { process: child } = message as { process: ChildProcess }
    const look = () => {
      try {
        const peak = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
        memory = Math.max(memory, Number(peak ?? 0))
      } catch {
        // It has ended, or the system has no such files.
      }
    }
    timers.push(setInterval(look, 20))
  }
  subscribe('child_process', watch)
  try {
    return { result: await work(), memory }
  } finally {
    unsubscribe('child_process', watch)
    for (const timer of timers) clearInterval(timer)
  }
}

async function endOf(bytes: Buffer, path: string, pdf: string): Promise<string> {
  await writeFile(path, bytes)
  const received = {
    name: 'a.pdf',
    type: '',
    path,
    size: bytes.length,
    contentHash: '',
    head: bytes.subarray(0, 2_000),
  }
  const format = await formatOf(received)
  if (!format) return 'refused'
  const taker = {
    head: async ({ slides }: { readonly slides: number }) => {
      if (slides > limits.deck.slides) throw new Error(importMessages.tooMany(slides))
    },
    slide: async () => {},
  }
  const source = { path, fileName: 'a.pdf', options: { pdf }, size: null }
  return readInProcess(format, source, taker, new AbortController().signal).then(
    () => 'read',
    (error: Error) => error.message,
  )
}

/** Reads the hostile files in the process of imports, both as pictures and as blocks. */
export async function readHostileFiles(files: readonly HostilePdf[] = hostilePdfs): Promise<Ending[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-hostile-'))
  const endings: Ending[] = []
  try {
    for (const { name, bytes, ends } of files) {
      for (const pdf of ['pictures', 'editable']) {
        const made = bytes()
        const start = performance.now()
        const { result: said, memory } = await withMemory(() => endOf(made, join(folder, 'a.pdf'), pdf))
        const ms = performance.now() - start
        const problems = [
          ...(wanted[ends].test(said) ? [] : [`said “${said}”`]),
          ...(ms > allowed.time ? [`took ${Math.round(ms)} ms`] : []),
          ...(memory > allowed.memory ? [`took ${Math.round(memory / 1000)} MB`] : []),
        ]
        endings.push({ name: `${name}, ${pdf}`, said, ms, memory, problems })
      }
    }
    return endings
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
