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

/** Test files with modules of their own: they mock modules or share a window with pages. */
export const alone = [...sources].flatMap(([file, source]) =>
  /^vi\.mock\(/m.test(source) || (file.startsWith('src/web/') && hasWindow(file)) ? [file] : [],
)
