import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { targetsOf } from './check-imports.ts'
import { sourcesOfBuild } from './source-stamp.mjs'

const root = dirname(import.meta.dirname)

/** These files and all project files they import, directly or not. */
function importedFrom(files: readonly string[]): ReadonlySet<string> {
  const seen = new Set(files)
  for (const path of seen) {
    if (!/\.(ts|tsx|mjs)$/.test(path)) continue
    for (const target of targetsOf(path, readFileSync(join(root, path), 'utf8'))) {
      if (existsSync(join(root, target))) seen.add(target)
    }
  }
  return seen
}

test('a change of any source of the pages or the player triggers a build', () => {
  const inputs = ['vite.config.ts', 'vite.player.config.ts'].flatMap((config) => {
    const inputs = readFileSync(join(root, config), 'utf8').matchAll(/'(src\/[^']+\.(?:tsx?|css))'/g)
    return [config, ...[...inputs].map(([, file = '']) => file)]
  })
  expect(inputs).toContain('src/web/entries/editor.tsx')
  expect(inputs).toContain('src/player/frame.ts')
  const stamped = new Set(sourcesOfBuild(root).map((path: string) => relative(root, path)))
  expect([...importedFrom(inputs)].filter((file) => !stamped.has(file))).toEqual([])
})
