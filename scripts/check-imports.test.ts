import { expect, test } from 'vitest'
import { importProblems, importsOf, machinePathProblems, shapeProblems, sizeProblems } from './check-imports.ts'
import { circlesOf, layerProblems } from './import-graph.ts'

test('imports are found in any notation', () => {
  const source = `import a from 'one'
import type { B } from "./two.ts"
import {
  c,
} from './three.ts'
export * from './four.ts'
import './five.css'
const six = await import('./six.ts')
const text = "import nothing from 'seven'"`
  expect(importsOf(source)).toEqual(['one', './two.ts', './three.ts', './four.ts', './five.css', './six.ts'])
})

test.each([
  ['src/rules/plans.ts', 'zod'],
  ['src/document/parse-slides.ts', '../blocks/index.ts'],
  ['src/document/parse-slides.ts', 'node:fs'],
  ['src/blocks/text/block.ts', 'react'],
  ['src/blocks/text/editor.tsx', '../../editor/state/editor.ts'],
  ['src/player/create-player.ts', 'react'],
  ['src/editor/state/editor.ts', 'reveal.js'],
  ['src/editor/state/editor-model.ts', './editor-view.ts'],
  ['src/editor/commands/stacks.ts', '../state/services.ts'],
  ['src/editor/text/lists.ts', '../canvas/mount-canvas.ts'],
  ['src/editor/panels/deck-panel.tsx', '../../api/client.ts'],
  ['src/ui/button.tsx', '../document/deck-model.ts'],
  ['src/web/pages/home/home-page.tsx', '../../../api/decks/queries.ts'],
  ['src/web/pages/home/home-page.tsx', '../../../server/env.ts'],
  ['src/api/decks/contract.ts', './queries.ts'],
  ['src/api/decks/routes.ts', '../users/routes.ts'],
  ['src/api/decks/routes.ts', '../users/jobs.ts'],
  ['src/api/decks/routes.ts', '../index.ts'],
  ['src/api/decks/routes.ts', 'node:https'],
  ['src/server/env.ts', '../api/decks/queries.ts'],
  ['src/server/mail/create-mailer.ts', 'react'],
  ['src/create-server.ts', './testing/factories.ts'],
  ['src/drawer/things.ts', '../rules/plans.ts'],
])('%s may not import %s, and the message says what to do instead', (path, wanted) => {
  const problems = importProblems(path, `import x from '${wanted}'\n`)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.length).toBeGreaterThan(path.length + wanted.length + 40)
})

test.each([
  ['src/document/parse-slides.ts', '../rules/limits.ts'],
  ['src/blocks/text/editor.tsx', 'react'],
  ['src/editor/canvas/canvas.tsx', '../../ui/button.tsx'],
  ['src/web/data/deck.ts', '../../api/decks/contract.ts'],
  ['src/api/decks/routes.ts', '../users/queries.ts'],
  ['src/api/decks/routes.ts', './jobs.ts'],
  ['src/api/decks/routes.ts', '../../server/services.ts'],
  ['src/server/http/csrf.ts', 'node:crypto'],
  ['src/server/server.test.ts', '../testing/test-app.ts'],
])('%s may import %s', (path, wanted) => {
  expect(importProblems(path, `import x from '${wanted}'\n`)).toEqual([])
})

test('files are short and named for their content', () => {
  expect(shapeProblems('src/rules/plans.ts', 'x\n'.repeat(400))).toEqual([])
  expect(shapeProblems('src/rules/plans.ts', 'x\n'.repeat(401))).toHaveLength(1)
  expect(sizeProblems('src/ui/menu.module.css', '/* */\n'.repeat(401))).toHaveLength(1)
  expect(shapeProblems('src/rules/utils.ts', '')).toHaveLength(1)
  expect(shapeProblems('src/rules/someThing.ts', '')).toHaveLength(1)
  expect(shapeProblems('src/rules/plans.ts', 'export default 1\n')).toHaveLength(1)
})

test('no machine-specific path is committed', () => {
  // Assembled here: this file itself must not contain such a path.
  const folders = [
    ['', 'home', 'ann', 'lectern'].join('/'),
    ['', 'Users', 'ann'].join('/'),
    ['', 'root', 'x'].join('/'),
  ]
  for (const path of [...folders, ['C:', 'Users', 'ann'].join('\\\\')]) {
    expect(machinePathProblems('README.md', `See ${path}.`)).toHaveLength(1)
  }
  const others = [['https://x.example', 'home', 'page'].join('/'), ['docs', 'root', 'x'].join('/')]
  expect(machinePathProblems('README.md', `See ${others.join(' and ')}.`)).toEqual([])
})

test('an import cycle of any length is found, also a file that imports itself', () => {
  const graph = new Map([
    ['src/rules/a.ts', ['src/rules/b.ts', 'src/rules/e.ts']],
    ['src/rules/b.ts', ['src/rules/c.ts']],
    ['src/rules/c.ts', ['src/rules/a.ts', 'src/rules/d.ts']],
    ['src/rules/d.ts', []],
    ['src/rules/e.ts', ['src/rules/e.ts', 'src/rules/not-there.ts']],
  ])
  const circles = circlesOf(graph).map((circle) => circle.toSorted())
  expect(circles).toHaveLength(2)
  expect(circles).toContainEqual(['src/rules/a.ts', 'src/rules/b.ts', 'src/rules/c.ts'])
  expect(circles).toContainEqual(['src/rules/e.ts'])
})

test('no folder imports from one above it', () => {
  const importing = (path: string, target: string): string[] =>
    layerProblems(
      new Map([
        [path, [target]],
        [target, []],
      ]),
    )
  expect(importing('src/server/http/a.ts', 'src/api/decks/contract.ts')).toHaveLength(1)
  expect(importing('src/blocks/text/editor.tsx', 'src/web/data/deck.ts')).toHaveLength(1)
  expect(importing('src/web/app.tsx', 'src/main.ts')).toHaveLength(1)
  expect(importing('src/main.ts', 'scripts/bench.mjs')).toHaveLength(1)
  expect(importing('src/api/decks/routes.ts', 'src/server/services.ts')).toEqual([])
  expect(importing('src/main.ts', 'src/web/app.tsx')).toEqual([])
})
