import type { Plugin, Rolldown } from 'vite'
import { type EntryName, entryNames, sharedChunks } from './chunks.ts'

const slashed = (id: string): string => id.replaceAll('\\', '/')

/** The name of an entry module; null for other modules. */
function entryOf(id: string): EntryName | null {
  const name = /\/src\/web\/entries\/(\w+)\.tsx?$/.exec(slashed(id))?.[1]
  return entryNames.find((entry) => entry === name) ?? null
}

/** Names a chunk after its module, or after its package if the module has a generic name. */
function fileNameOf({ name, facadeModuleId, moduleIds }: Rolldown.PreRenderedChunk): string {
  const file = slashed(facadeModuleId ?? moduleIds.at(-1) ?? '')
  if (file.includes('/node_modules/highlight.js/')) return 'assets/highlight-[name]-[hash].js'
  const inPackage = name === 'dist' ? /\/([^/]+)\/dist\/[^/]+$/.exec(file)?.[1] : null
  return `assets/${inPackage ?? '[name]'}-[hash].js`
}

/** The entries that reach each module. */
type Reached = ReadonlyMap<string, ReadonlySet<EntryName>>

function reach(modules: Iterable<string>, next: (id: string) => readonly string[]): Reached {
  const reached = new Map<string, Set<EntryName>>()
  for (const start of modules) {
    const entry = entryOf(start)
    if (!entry) continue
    const seen = new Set([start])
    for (const id of seen) {
      reached.set(id, (reached.get(id) ?? new Set()).add(entry))
      for (const found of next(id)) seen.add(found)
    }
  }
  return reached
}

const none: ReadonlySet<EntryName> = new Set()

/** Splits the build by the table in chunks.ts. Returns a plugin and the output options that depend on it. */
export function splitChunks(): { readonly plugin: Plugin; readonly output: Rolldown.OutputOptions } {
  let entries: Reached = new Map()
  let users: Reached = new Map()
  const plugin: Plugin = {
    name: 'split-chunks',
    buildEnd() {
      const modules = [...this.getModuleIds()]
      const imports = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      // The visitor's script imports the app, which has an entry of its own.
      const brings = (id: string) =>
        entryOf(id) === 'visitor' ? [] : (this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
      entries = reach(modules, imports)
      users = reach(modules, (id) => [...imports(id), ...brings(id)])
    },
  }
  const groups = sharedChunks.map(({ name, holds }, index) => ({
    name,
    priority: sharedChunks.length - index,
    // With dependencies, a chunk of one page could capture modules that another page needs.
    includeDependenciesRecursively: false,
    test(id: string) {
      // An entry has a side effect: it must not run when a shared module is imported.
      if (entryOf(id) !== null) return false
      return holds({ id: slashed(id), entries: entries.get(id) ?? none, users: users.get(id) ?? none })
    },
  }))
  return { plugin, output: { chunkFileNames: fileNameOf, codeSplitting: { groups } } }
}
