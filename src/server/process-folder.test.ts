import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ownTemporaryFolder, processFolder } from './process-folder.ts'

let base: string

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'process-folder-'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A folder in which nothing can be made, also not by root. */
function unwritable(): string {
  const file = join(base, 'file')
  writeFileSync(file, '')
  return join(file, 'folder')
}

test('temporary files go to the data folder where the system’s is not writable', () => {
  vi.stubEnv('TMPDIR', tmpdir())
  ownTemporaryFolder(base, unwritable())
  expect(process.env.TMPDIR).toContain(join(base, 'unfinished'))
  expect(existsSync(process.env.TMPDIR ?? '')).toBe(true)
})

test('a folder that is long unused stays young, and comes back if it was tidied away', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const parent = join(base, 'parent')
  mkdirSync(parent)
  const folder = processFolder(parent)
  const old = new Date(Date.now() - 9 * 24 * 60 * 60_000)
  for (const path of [folder, `${folder}.lock`]) utimesSync(path, old, old)
  vi.advanceTimersByTime(2 * 60 * 60_000)
  for (const path of [folder, `${folder}.lock`]) expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000)
  rmSync(folder, { recursive: true })
  vi.advanceTimersByTime(2 * 60 * 60_000)
  expect(existsSync(folder)).toBe(true)
})
