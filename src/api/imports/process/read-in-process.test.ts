import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importMessages } from '../../../rules/import-messages.ts'
import { samplePdf } from '../../../testing/sample-pdf.ts'
import { readerNamed } from '../formats.ts'
import { readInProcess } from './read-in-process.ts'

test('a page that keeps the processor busy is refused, also by an expression of its author', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-read-'))
  try {
    const path = join(folder, 'file')
    const page = `<section data-markdown data-separator="^(?:a|aa)+$"><textarea data-template>${'a'.repeat(200)}b</textarea></section>`
    await writeFile(path, `<!doctype html><div class="reveal"><div class="slides">${page}</div></div>`)
    const taker = { head: async () => {}, slide: async () => {} }
    const source = { path, fileName: 'a.html', options: {}, size: null }
    const reader = { ...readerNamed('html'), work: 200 }
    await expect(readInProcess(reader, source, taker, new AbortController().signal)).rejects.toThrow(
      importMessages.tooSlow(1),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** What the import of a page says. */
async function endOfPage(slides: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-read-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, `<!doctype html><div class="reveal"><div class="slides">${slides}</div></div>`)
    const taker = { head: async () => {}, slide: async () => {} }
    const source = { path, fileName: 'a.html', options: {}, size: null }
    return await readInProcess(readerNamed('html'), source, taker, new AbortController().signal).then(
      () => 'read',
      (error: Error) => error.message,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a page of open elements within each other is said to be nested too deeply, not damaged', async () => {
  expect(await endOfPage(`<section>${'<b><i>'.repeat(100_000)}</section>`)).toBe(importMessages.tooDeep)
  expect(await endOfPage(`<section>${'<b><i>'.repeat(10)}</section>`)).toBe('read')
})

test('a canceled import takes nothing after its end, so that what it has stored can be deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-read-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, samplePdf('A', 'B', 'C', 'D'))
    const abort = new AbortController()
    const [begun, ended]: [number[], number[]] = [[], []]
    const taker = {
      head: async () => {},
      slide: async () => {
        begun.push(begun.length)
        abort.abort()
        // Storing continues after the cancel.
        await new Promise((resolve) => setTimeout(resolve, 100))
        ended.push(ended.length)
      },
    }
    const source = { path, fileName: 'a.pdf', options: { pdf: 'pictures' }, size: null }
    await expect(readInProcess(readerNamed('pdf'), source, taker, abort.signal)).rejects.toThrow('canceled')
    expect([begun, ended]).toEqual([[0], [0]])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
