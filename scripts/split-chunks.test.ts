import { expect, test } from 'vitest'
import { type EntryName, sharedChunks } from './chunks.ts'
import { splitChunks } from './split-chunks.ts'

/** The static and dynamic imports of a module. */
type Imports = readonly [atOnce: readonly string[], later?: readonly string[]]

const entry = (name: EntryName) => `/src/web/entries/${name}.ts`

/** The shared chunk of each module; null if it has none. */
function split(modules: Readonly<Record<string, Imports>>): Record<string, string | null> {
  const { plugin, output } = splitChunks()
  const context = {
    getModuleIds: () => Object.keys(modules),
    getModuleInfo: (id: string) => ({
      importedIds: modules[id]?.[0] ?? [],
      dynamicallyImportedIds: modules[id]?.[1] ?? [],
    }),
  }
  ;(plugin.buildEnd as unknown as (this: typeof context) => void).call(context)
  const { groups = [] } = output.codeSplitting as {
    groups: { name: string; priority: number; test(id: string): boolean }[]
  }
  const first = groups.toSorted((one, other) => other.priority - one.priority)
  return Object.fromEntries(Object.keys(modules).map((id) => [id, first.find((group) => group.test(id))?.name ?? null]))
}

test('initial modules are grouped by the entries that import them, and entries stay apart', () => {
  const files = split({
    [entry('app')]: [['/src/ui/button.tsx', '/src/ui/menu.tsx', '/src/web/app.tsx']],
    [entry('editor')]: [['/src/ui/button.tsx', '/src/ui/menu.tsx', '/src/editor/editor.ts']],
    [entry('stage')]: [['/src/ui/button.tsx']],
    '/src/ui/button.tsx': [[]],
    '/src/ui/menu.tsx': [[]],
    '/src/web/app.tsx': [[]],
    '/src/editor/editor.ts': [[]],
  })
  expect(files).toEqual({
    [entry('app')]: null,
    [entry('editor')]: null,
    [entry('stage')]: null,
    '/src/ui/button.tsx': 'interface',
    '/src/ui/menu.tsx': 'menus',
    '/src/web/app.tsx': 'app-core',
    '/src/editor/editor.ts': 'editor-core',
  })
})

test('a page that loads a module on demand does not load the core of another entry', () => {
  const files = split({
    [entry('app')]: [[], ['/src/web/home-page.tsx']],
    [entry('editor')]: [['/src/ui/moment.tsx', '/src/editor/editor.ts'], ['/src/editor/find.tsx']],
    '/src/web/home-page.tsx': [['/src/ui/moment.tsx']],
    '/src/editor/find.tsx': [['/src/editor/editor.ts']],
    '/src/ui/moment.tsx': [[]],
    '/src/editor/editor.ts': [[]],
  })
  expect(files['/src/ui/moment.tsx']).toBe('editor-shared')
  expect(files['/src/editor/editor.ts']).toBe('editor-core')
  expect(files['/src/web/home-page.tsx']).toBeNull()
})

test('the presenter’s pages do not load the parser that themes share with the editor', () => {
  const parser = '/node_modules/parse5/dist/index.js'
  const files = split({
    [entry('app')]: [[], ['/src/web/theme-page.tsx']],
    [entry('editor')]: [['/src/ui/moment.tsx', parser]],
    [entry('stage')]: [[], ['/src/web/speaker-page.tsx']],
    '/src/web/theme-page.tsx': [[parser]],
    '/src/web/speaker-page.tsx': [['/src/ui/moment.tsx']],
    '/src/ui/moment.tsx': [[]],
    [parser]: [[]],
  })
  expect(files).toMatchObject({ '/src/ui/moment.tsx': 'editor-shared', [parser]: 'editor-document' })
})

test('what the app needs at once and the editor on demand is not in the first load of the editor', () => {
  const files = split({
    [entry('app')]: [['/src/ui/menu.tsx', '/src/ui/dialog.tsx']],
    [entry('editor')]: [['/src/ui/menu.tsx'], ['/src/web/questions.tsx']],
    '/src/web/questions.tsx': [['/src/ui/dialog.tsx']],
    '/src/ui/dialog.tsx': [[]],
    '/src/ui/menu.tsx': [[]],
  })
  expect(files).toMatchObject({ '/src/ui/menu.tsx': 'menus', '/src/ui/dialog.tsx': 'dialogs' })
})

test('a chunk imports only chunks of rows above its own', () => {
  const order = sharedChunks.map(({ name }) => name)
  const entries: readonly EntryName[] = ['app', 'visitor', 'deck', 'editor', 'password', 'live', 'stage']
  const sets = Array.from({ length: 2 ** entries.length }, (_, bits) =>
    entries.filter((_entry, index) => bits & (2 ** index)),
  )
  const fileOf = (entries: readonly EntryName[], users: readonly EntryName[]) =>
    sharedChunks.findIndex(({ holds }) =>
      holds({ id: '/src/rules/limits.ts', entries: new Set(entries), users: new Set(users) }),
    )
  for (const needed of sets) {
    const own = fileOf(needed, needed)
    if (own < 0) continue
    // An import is initial for at least the same entries.
    for (const more of sets.filter((set) => needed.every((entry) => set.includes(entry)))) {
      const imported = fileOf(more, more)
      expect([order[own], order[imported], imported <= own]).toEqual([order[own], order[imported], true])
    }
  }
})
