import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Where vitest looks for tests. */
export const testFiles = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']

const sources = new Map(
  globSync(testFiles, { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
)

/** Whether a test file runs in a window; it says so in its first line. Path from the project's folder. */
export function hasWindow(file: string): boolean {
  return /^\/\/ @vitest-environment jsdom$/m.test(sources.get(file) ?? '')
}

const all = [...sources].map(([file, source]) => ({ file, source }))
const showsPages = (file: string): boolean => file.startsWith('src/web/') && hasWindow(file)
/** A window's address can be replaced only by a copy of the window's names in the process, as in `alone`. */
const replacesAddress = (source: string): boolean => source.includes("vi.stubGlobal('location'")

/** Test files with a window and modules of their own: their pages keep state in both. */
export const windows = all.flatMap(({ file, source }) => (showsPages(file) && !replacesAddress(source) ? [file] : []))

/** Other test files with modules of their own, mostly because they mock modules. */
export const alone = all.flatMap(({ file, source }) =>
  (/^vi\.mock\(/m.test(source) || showsPages(file)) && !windows.includes(file) ? [file] : [],
)
